/** A node in a picture. */

import type { State } from "../state";
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
  running: "▶", paused: "∥", success: "✓", failure: "✗", halt: "■", error: "!", skipped: "–", idle: "",
};

export function sign(status: string): string {
  return SIGNS[status] ?? "";
}

export function title(outline: Outline, state: State, node: number, tick: number): string {
  const { kind, name, source } = outline.nodes[node]!;
  return `${kind} ${name}: ${statusText(state, node, tick)}${source ? `\n${source}` : ""}`;
}

let ruler: CanvasRenderingContext2D | null = null;

/** Pixels that a box with this text takes, also in bold: the pictures are laid out before they are drawn. */
export function width(text: string, least: number, most: number): number {
  if (!ruler) {
    ruler = document.createElement("canvas").getContext("2d")!;
    ruler.font = `600 13px ${getComputedStyle(document.body).fontFamily}`;
  }
  return Math.max(least, Math.min(most, Math.ceil(ruler.measureText(text).width) + 38));
}

/** A style of lengths. */
export function pixels(lengths: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, `${length}px`]));
}
