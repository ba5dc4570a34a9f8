/** What the chosen agent did over all the time that is known, as a coloured lane under the slider. */

import { useEffect, useRef } from "preact/hooks";

import { tips } from "../model";
import type { Entity } from "../recording";
import { dark, growth, lookAt, newest, oldest, tick } from "../store";

/** The same node always has the same colour: hues as far apart as they can be. */
function hue(node: number): number {
  return Math.round((node * 137.508) % 360);
}

export function Lane({ entity }: { entity: Entity }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  growth.value;
  const [from, to, now, night] = [oldest.value, newest.value, tick.value, dark.value];
  useEffect(() => {
    const element = canvas.current;
    const brush = element?.getContext("2d");
    if (!element || !brush) return;
    const wide = (element.width = element.clientWidth * devicePixelRatio);
    const high = (element.height = element.clientHeight * devicePixelRatio);
    const span = Math.max(1, to - from);
    const step = Math.max(1, Math.ceil(span / 400));
    for (let at = from + 1; at <= to; at += step) {
      const node = tips(entity.track.at(at), entity.track.outline).at(-1);
      if (node === undefined) continue;
      brush.fillStyle = `hsl(${hue(node)} 55% ${night ? 45 : 62}%)`;
      brush.fillRect(((at - from - 1) / span) * wide, 0, Math.ceil((step / span) * wide), high);
    }
    entity.track.at(now);
  });
  const jump = (event: MouseEvent & { currentTarget: HTMLCanvasElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    lookAt(from + Math.ceil(((event.clientX - box.left) / box.width) * (to - from)));
  };
  return <canvas ref={canvas} class="lane" role="img" aria-label={`What ${entity.name} did over time`} onClick={jump} />;
}
