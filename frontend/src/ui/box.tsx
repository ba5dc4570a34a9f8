/** A node in a picture. */

import type { State } from "../model";
import type { Outline } from "../outline";

/** What a node is at: `running`, `paused`, or what it came to last, and whether that is of this very tick. */
export function look(state: State, node: number, tick: number): { status: string; fresh: boolean } {
  const running = state.running.get(node);
  if (running) return { status: running.paused ? "paused" : "running", fresh: true };
  const result = state.results.get(node);
  if (!result) return { status: "idle", fresh: false };
  return { status: result.status === "running" ? "halt" : result.status, fresh: result.tick === tick };
}

const SAID: Record<string, string> = {
  running: "runs", paused: "laid aside", success: "success", failure: "failure", halt: "stopped", error: "error",
  idle: "not yet", skipped: "skipped",
};

export function statusText(state: State, node: number, tick: number): string {
  const { status } = look(state, node, tick);
  const at = state.running.get(node)?.since ?? state.results.get(node)?.tick;
  if (at === undefined) return SAID[status] ?? status;
  return `${SAID[status] ?? status} ${status === "running" || status === "paused" ? "since" : "in"} tick ${at}`;
}

const SIGNS: Record<string, string> = {
  running: "▶", paused: "⏸", success: "✓", failure: "✗", halt: "■", error: "!", skipped: "–", idle: "",
};

export function sign(status: string): string {
  return SIGNS[status] ?? "";
}

export function title(outline: Outline, state: State, node: number, tick: number): string {
  const { kind, name, source } = outline.nodes[node]!;
  return `${kind} ${name}: ${statusText(state, node, tick)}${source ? `\n${source}` : ""}`;
}

/** Pixels that a text takes, about: the pictures are laid out before they are drawn. */
export function width(text: string, least: number, most: number): number {
  return Math.max(least, Math.min(most, Math.round(text.length * 7.2) + 34));
}
