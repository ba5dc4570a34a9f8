/** Why an agent does what it does: what runs, since when, and what started it. */

import { conditionText } from "./conditions";
import { branches, type Branch } from "./doing";
import type { Outline } from "./outline";
import type { Recording } from "./recording";
import type { Happening, State } from "./state";
import { answerText, words } from "./words";

export interface Reason {
  node: number;
  /** How it lies to the one before: null: it is the first. */
  place: "inside" | "beside" | null;
  runs: boolean;
  since: number | null;
  exact: boolean;
  because: { text: string; tick: number }[];
}

/** One reason a branch, each before what runs inside it. */
export function why(state: State, outline: Outline, recording: Recording): Reason[] {
  const reason = (node: number, place: Reason["place"]): Reason => {
    const running = state.running.get(node);
    const because = [
      ...(running ? fromEvents(running.causes, node, outline, recording) : []),
      ...fromMind(state, outline, node),
    ];
    const since = running?.since ?? state.results.get(node)?.tick ?? null;
    return { node, place, runs: running !== undefined, since, exact: running?.exact ?? true, because };
  };
  const reasons = (found: Branch[], first: Reason["place"]): Reason[] =>
    found.flatMap(({ node, inner }, at) => [reason(node, at ? "beside" : first), ...reasons(inner, "inside")]);
  return reasons(branches(state, outline), null);
}

const WEIGHTY = ["received", "switched", "planfailed", "planaborted", "goalreached", "finished", "failed", "resumed", "halted"];

function fromEvents(causes: Happening[], node: number, outline: Outline, recording: Recording) {
  const isToldByMind = ({ event }: Happening) => event.event === "switched" && event.selector === outline.owner[node];
  const weighty = causes.filter((each) => WEIGHTY.includes(each.event.event) && !isToldByMind(each)).slice(-2);
  const left = causes.filter(({ event }) => {
    const other = event.node;
    return ["exited", "paused"].includes(event.event) && outline.nodes[other!]?.parent === outline.nodes[node]?.parent;
  });
  const chosen = [...weighty, ...left.slice(-1)];
  return chosen.map(({ tick, event }) => ({ tick, text: words(event, outline, recording) }));
}

/** What the mind around the node says of it: the plan that it is a step of, the checks, what a tree asked before. */
function fromMind(state: State, outline: Outline, node: number) {
  const root = outline.owner[node]!;
  switch (outline.engine(root)) {
    case "planner": {
      const { plan, failed } = state.plannings.get(root) ?? {};
      if (failed) return [{ tick: failed.tick, text: `there is no plan for “${failed.goal}”` }];
      if (!plan || plan.outcome !== "active") return [];
      const at = Math.min(plan.done + 1, plan.steps.length);
      return [{ tick: plan.tick, text: `step ${at} of ${plan.steps.length} of the plan for “${plan.goal}”` }];
    }
    case "selector": {
      const checks = state.checks.get(root);
      if (!checks) return [];
      const said = checks.answers.map(([id, answer]) => `${outline.name(id)}: ${answerText(answer)}`).join(", ");
      const condition = conditionText(state, outline, node);
      const told = condition === null ? "" : `; ${outline.name(node)} asks ${condition}`;
      return [{ tick: checks.tick, text: `the checks said ${said}${told}` }];
    }
    case "tree":
      return fromTree(state, outline, node, root);
    default:
      return [];
  }
}

function fromTree(state: State, outline: Outline, node: number, root: number) {
  const tick = state.results.get(node)?.tick ?? -1;
  const before: { tick: number; text: string }[] = [];
  for (let id = node; id !== root; id = outline.nodes[id]!.parent!) {
    const parent = outline.nodes[id]!.parent!;
    const asked = outline.own(parent).filter((other) => other < id && state.results.get(other)?.tick === tick);
    if (!asked.length) continue;
    const said = asked.map((other) => `${leadName(outline, other)}: ${state.results.get(other)!.status}`);
    before.unshift({ tick, text: `in ${outline.name(parent)}, after ${said.join(", ")}` });
  }
  return before.slice(-4);
}

/** A name that tells something: that of the first leaf, where the node itself has none of its own. */
function leadName(outline: Outline, node: number): string {
  let at = node;
  while (outline.nodes[at]!.name === outline.nodes[at]!.kind && outline.own(at).length) at = outline.own(at)[0]!;
  return outline.name(at);
}
