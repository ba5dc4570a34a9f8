/** What nodes ask. */

import type { Outline } from "./outline";
import type { State } from "./state";

/** What a node asks, with the present values of the fields that it names: `thirst >= 5 (thirst is 3)`. */
export function conditionText(state: State, outline: Outline, node: number): string | null {
  const condition = outline.nodes[node]?.condition;
  if (!condition) return null;
  const names = new Set(condition.replace(/'[^']*'|"[^"]*"/g, "").match(/[^\W\d]\w*/g) ?? []);
  const known = [...names].filter((name) => state.data.has(name));
  const values = known.map((name) => `${name} is ${JSON.stringify(state.data.get(name)!.value)}`).join(", ");
  return values ? `${condition} (${values} now)` : condition;
}
