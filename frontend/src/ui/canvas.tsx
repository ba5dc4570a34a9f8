/** A picture that may be larger than its place: it is moved and zoomed, and follows what runs in it. */

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { pixels } from "./box";

/** Smaller than that nobody can read: of itself no picture gets smaller. */
const READABLE = 0.76;
const [SMALLEST, LARGEST] = [0.02, 2.5];
const STEP = 1.25;
const PADDING = 2;

interface Spot {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface CanvasProps {
  label: string;
  width: number;
  height: number;
  /** What is to be seen; a new object: it has changed. */
  spot: Spot | null;
  children: ComponentChildren;
}

/** The width that an element has, kept up to date. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [wide, setWide] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWide(Math.floor(entry!.contentRect.width)));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return wide;
}

/** Where to scroll to, so that the part from `begin` to `end` is seen. */
function scrolled(now: number, room: number, begin: number, end: number): number {
  const isSeen = begin >= now && end <= now + room;
  return isSeen ? now : Math.max(0, (begin + end - room) / 2);
}

export function Canvas({ label, width, height, spot, children }: CanvasProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const room = useWidth(canvas);
  const [wish, setWish] = useState<number | null>(null);
  const [follows, setFollows] = useState(true);
  /** The point of the view that stays where it is while the scale changes. */
  const fixed = useRef({ x: 0, y: 0, scale: 1 });
  const scale = wish ?? (room ? Math.max(READABLE, Math.min(1, room / width)) : 1);
  const tall = Math.floor(window.innerHeight * 0.62) - 2 * PADDING;
  const overflows = room > 0 && (width * scale > room + 1 || height * scale > tall);

  const zoom = (to: number, at?: { x: number; y: number }) => {
    const view = canvas.current!;
    fixed.current = { ...(at ?? { x: view.clientWidth / 2, y: view.clientHeight / 2 }), scale };
    setWish(Math.max(SMALLEST, Math.min(LARGEST, to)));
  };
  const fit = () => zoom(Math.min(1, room / width, tall / height));
  const latest = useRef({ zoom, scale });
  latest.current = { zoom, scale };

  useLayoutEffect(() => {
    const view = canvas.current!;
    const { x, y, scale: before } = fixed.current;
    view.scrollLeft = ((view.scrollLeft + x) * scale) / before - x;
    view.scrollTop = ((view.scrollTop + y) * scale) / before - y;
    fixed.current = { x, y, scale };
  }, [scale]);
  useEffect(() => {
    const view = canvas.current!;
    if (!follows || !spot || !room) return;
    view.scrollLeft = scrolled(view.scrollLeft, view.clientWidth, spot.left * scale, (spot.left + spot.width) * scale);
    view.scrollTop = scrolled(view.scrollTop, view.clientHeight, spot.top * scale, (spot.top + spot.height) * scale);
  }, [spot, room, follows, wish === null]);
  useEffect(() => {
    const view = canvas.current!;
    const turn = (event: WheelEvent) => {
      setFollows(false);
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = view.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      latest.current.zoom(latest.current.scale * 2 ** (-event.deltaY / 300), at);
    };
    view.addEventListener("wheel", turn, { passive: false });
    return () => view.removeEventListener("wheel", turn);
  }, []);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoom(scale * STEP);
    else if (event.key === "-") zoom(scale / STEP);
    else if (event.key === "0") fit();
    else if (event.key.startsWith("Arrow") && event.target === canvas.current) return setFollows(false);
    else return;
    event.preventDefault();
  };
  const drag = (event: PointerEvent) => {
    const view = canvas.current!;
    if (event.pointerType !== "mouse" || event.button !== 0 || (event.target as Element).closest(".box")) return;
    setFollows(false);
    view.setPointerCapture(event.pointerId);
    const move = ({ movementX, movementY }: PointerEvent) => view.scrollBy(-movementX, -movementY);
    view.addEventListener("pointermove", move);
    view.addEventListener("lostpointercapture", () => view.removeEventListener("pointermove", move), { once: true });
  };
  return (
    <div class="framed">
      {(overflows || wish !== null || scale < 1) && (
        <div class="tools" role="toolbar" aria-label={`View of ${label}`}>
          <button onClick={() => zoom(scale / STEP)} aria-label="Smaller" title="Smaller ( - )">−</button>
          <button onClick={() => zoom(scale * STEP)} aria-label="Larger" title="Larger ( + )">+</button>
          <button onClick={fit} title="All of it ( 0 )">fit</button>
          {overflows && (
            <button class={follows ? "on" : ""} aria-pressed={follows} onClick={() => setFollows(!follows)} title="Keep what runs in view">
              follow
            </button>
          )}
        </div>
      )}
      <div
        ref={canvas}
        class={`canvas ${overflows ? "movable" : ""}`}
        style={{ maxHeight: `${tall + 2 * PADDING}px`, padding: `${PADDING}px` }}
        role="group"
        aria-label={label}
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={drag}
        onTouchMove={() => setFollows(false)}
      >
        <div class="sheet" style={{ ...pixels({ width, height }), zoom: String(scale) }}>{children}</div>
      </div>
    </div>
  );
}
