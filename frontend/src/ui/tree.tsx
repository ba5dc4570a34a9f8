import { flextree } from "d3-flextree";
import { useMemo, useState } from "preact/hooks";

import { branches, tips } from "../doing";
import type { Outline } from "../outline";
import type { State } from "../state";
import { look, pixels, sign, statusText, title, width } from "./box";
import { Canvas } from "./canvas";

interface Placed {
  id: number;
  x: number;
  y: number;
  width: number;
  parent: Placed | null;
}

const HEIGHT = 26;
const GAP = 20;

/** A node's words in the picture: a kind that only says what the name says is left out. */
function label(outline: Outline, id: number): string {
  const { kind, name } = outline.nodes[id]!;
  return name === kind || name.startsWith(`${kind}(`) || kind === "do" || kind === "condition" ? name : `${kind} ${name}`;
}

/** Lays the tree out from left to right: its depth is small, its leaves are many. */
function place(outline: Outline, root: number, folded: Set<number>): Placed[] {
  const layout = flextree<number>({
    children: (id) => (folded.has(id) ? [] : outline.own(id)),
    nodeSize: ({ data }) => [HEIGHT + 8, width(label(outline, data), 64, 230) + GAP],
  });
  const placed = new Map<number, Placed>();
  layout(layout.hierarchy(root)).each((node) => {
    const parent = node.parent ? placed.get(node.parent.data)! : null;
    placed.set(node.data, { id: node.data, x: node.y, y: node.x, width: width(label(outline, node.data), 64, 230), parent });
  });
  const all = [...placed.values()];
  const top = Math.min(...all.map((each) => each.y));
  for (const each of all) each.y += HEIGHT / 2 + 4 - top;
  return all;
}

export function TreePicture({ outline, state, root, tick }: { outline: Outline; state: State; root: number; tick: number }) {
  const [folded, setFolded] = useState<Set<number>>(new Set());
  const placed = useMemo(() => place(outline, root, folded), [outline, root, folded]);
  const right = Math.max(...placed.map((each) => each.x + each.width)) + 6;
  const bottom = Math.max(...placed.map((each) => each.y)) + HEIGHT / 2 + 6;
  const tip = tips(state, outline, root)[0];
  const running = new Set(branches(state, outline, root).map(({ node }) => node));
  const spot = useMemo(() => {
    const at = placed.find((each) => each.id === tip);
    return at ? { left: at.x, top: at.y - HEIGHT / 2, width: at.width, height: HEIGHT } : null;
  }, [tip, placed]);
  const fold = (id: number) => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  };
  return (
    <Canvas label={`Tree ${outline.name(root)}`} width={right} height={bottom} spot={spot}>
      <svg width={right} height={bottom} aria-hidden="true">
        {placed.map(({ id, x, y, parent }) => {
          if (!parent) return null;
          const start = parent.x + parent.width;
          const bend = (start + x) / 2;
          const { status, fresh } = look(state, id, tick);
          return (
            <path
              key={id}
              class={`link ${status} ${fresh ? "fresh" : ""}`}
              d={`M${start},${parent.y} C${bend},${parent.y} ${bend},${y} ${x},${y}`}
            />
          );
        })}
      </svg>
      {placed.map(({ id, x, y, width: wide }) => {
        const { status, fresh } = look(state, id, tick);
        const more = outline.own(id).length;
        const isTip = running.has(id) && state.running.has(id);
        return (
          <button
            key={id}
            class={`box ${status} ${fresh ? "fresh" : ""} ${isTip ? "tip" : ""} ${more ? "" : "leaf"}`}
            style={pixels({ left: x, top: y - HEIGHT / 2, width: wide, height: HEIGHT })}
            title={title(outline, state, id, tick)}
            aria-label={`${label(outline, id)}: ${statusText(state, id, tick)}`}
            aria-expanded={more ? !folded.has(id) : undefined}
            onClick={more ? () => fold(id) : undefined}
          >
            <span class="sign" aria-hidden="true">{sign(status)}</span>
            <span class="text">{label(outline, id)}</span>
            {more > 0 && folded.has(id) && <span class="more">+{outline.end[id]! - id - 1}</span>}
          </button>
        );
      })}
    </Canvas>
  );
}
