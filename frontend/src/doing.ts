/** What an entity does: the innermost nodes that run. */

import type { State } from "./state";
import type { Outline } from "./outline";

/** A node inside which no other one of its mind runs, and what runs in the minds inside it. */
export interface Branch {
  node: number;
  inner: Branch[];
}

/** The innermost nodes of a mind that run, in the outline's order; where none runs, the leaf that ended last. */
export function branches(state: State, outline: Outline, root = 0): Branch[] {
  const leaves = runningLeaves(state, outline, root).sort((one, other) => one - other);
  if (leaves.length) {
    return leaves.map((node) => ({ node, inner: outline.inner(node).flatMap((mind) => branches(state, outline, mind)) }));
  }
  const last = endedLast(state, outline, root);
  return last === null ? [] : [{ node: last, inner: [] }];
}

/** From the outermost mind inwards: of branches side by side the deepest, or of those the one that began last. */
export function tips(state: State, outline: Outline, root = 0): number[] {
  const leaves = runningLeaves(state, outline, root).reverse();
  const last = leaves.sort((one, other) => outline.depth[other]! - outline.depth[one]!)[0];
  if (last === undefined) return branches(state, outline, root).map(({ node }) => node);
  const inner = outline.inner(last)[0];
  return inner === undefined ? [last] : [last, ...tips(state, outline, inner)];
}

/** In the order in which they began. */
function runningLeaves(state: State, outline: Outline, root: number): number[] {
  const own: number[] = [];
  for (const [id, running] of state.running) {
    if (outline.owner[id] === root && id !== root && !running.paused && outline.nodes[id]!.kind !== "global state") {
      own.push(id);
    }
  }
  return own.filter((id) => !outline.own(id).some((child) => state.running.has(child)));
}

function endedLast(state: State, outline: Outline, root: number): number | null {
  let found: number | null = null;
  let newest = -1;
  for (let id = root + 1; id < outline.end[root]!; id++) {
    const result = state.results.get(id);
    if (!result || outline.owner[id] !== root || outline.own(id).length || result.tick < newest) continue;
    if (outline.nodes[id]!.kind === "condition" && result.tick === newest) continue;
    found = id;
    newest = result.tick;
  }
  return found;
}

/** The names on the way to each innermost node that runs. */
export function doingText(state: State, outline: Outline): string | null {
  const ways = (found: Branch[]): string[] =>
    found.flatMap(({ node, inner }) => {
      const name = outline.name(node);
      return inner.length ? ways(inner).map((way) => `${name} › ${way}`) : [name];
    });
  return ways(branches(state, outline)).join(" + ") || null;
}
