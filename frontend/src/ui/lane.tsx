/** What the chosen agent did over all the time that is known, as a coloured lane under the slider. */

import { useEffect, useRef } from "preact/hooks";

import { tips } from "../doing";
import type { Entity } from "../recording";
import { dark, growth, lookAt, newest, oldest } from "../store";
import type { Track } from "../track";

/** The same node always has the same colour: hues as far apart as they can be. */
function hue(node: number): number {
  return Math.round((node * 137.508) % 360);
}

const seen = new WeakMap<Track, { rewritten: number; tips: Map<number, number | undefined> }>();

/** The innermost node that ran: worked out once for each tick, for a lane is drawn anew with each tick that comes. */
function tipAt(track: Track, tick: number): number | undefined {
  let known = seen.get(track);
  if (known?.rewritten !== track.rewritten) seen.set(track, (known = { rewritten: track.rewritten, tips: new Map() }));
  if (!known.tips.has(tick)) known.tips.set(tick, tips(track.at(tick, 1), track.outline).at(-1));
  return known.tips.get(tick);
}

export function Lane({ entity }: { entity: Entity }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  growth.value;
  const [from, to, night] = [oldest.value, newest.value, dark.value];
  useEffect(() => {
    const element = canvas.current;
    const brush = element?.getContext("2d");
    if (!element || !brush) return;
    const wide = (element.width = element.clientWidth * devicePixelRatio);
    const high = (element.height = element.clientHeight * devicePixelRatio);
    const span = Math.max(1, to - from);
    const step = 2 ** Math.max(0, Math.ceil(Math.log2(span / 400)));
    for (let at = Math.ceil((from + 1) / step) * step; at <= to; at += step) {
      const node = tipAt(entity.track, at);
      if (node === undefined) continue;
      brush.fillStyle = `hsl(${hue(node)} 55% ${night ? 45 : 62}%)`;
      brush.fillRect(((at - from - 1) / span) * wide, 0, Math.ceil((step / span) * wide), high);
    }
  }, [entity, from, to, night, entity.track.rewritten]);
  const jump = (event: MouseEvent & { currentTarget: HTMLCanvasElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    lookAt(from + Math.ceil(((event.clientX - box.left) / box.width) * (to - from)));
  };
  return <canvas ref={canvas} class="lane" role="img" aria-label={`What ${entity.name} did over time`} onClick={jump} />;
}
