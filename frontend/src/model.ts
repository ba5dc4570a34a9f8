/** The reader: folds a recording's events into how an entity stands at any tick. Pure: no page, no socket. */

import type { Outline } from "./outline";
import type { Happening, Planning, State } from "./state";
import type { Fields, Standing, TraceEvent } from "./wire";

const CAUSES = new Set([
  "entered", "exited", "switched", "planfound", "planfailed", "goalreached", "planaborted", "paused", "resumed",
  "finished", "halted", "failed", "received", "handled", "unparked",
]);

function dropInside(state: State, outline: Outline, node: number): void {
  for (const id of [...state.running.keys()]) {
    if (id >= node && id < outline.end[node]!) state.running.delete(id);
  }
}

function planning(state: State, node: number): Planning {
  return state.plannings.get(node) ?? { plan: null, failed: null, aborted: null };
}

function plannerOf(outline: Outline, node: number): number | null {
  const parent = outline.nodes[node]?.parent;
  return parent !== null && parent !== undefined && outline.nodes[parent]?.kind === "planner" ? parent : null;
}

function stepBegan(state: State, outline: Outline, node: number): void {
  const planner = plannerOf(outline, node);
  const now = planner === null ? null : planning(state, planner);
  if (planner === null || !now?.plan || now.plan.outcome !== "active") return;
  const at = now.plan.steps.indexOf(node, now.plan.done);
  if (at >= 0) state.plannings.set(planner, { ...now, plan: { ...now.plan, done: at, started: true } });
}

function stepEnded(state: State, outline: Outline, node: number, reason: string): void {
  const planner = plannerOf(outline, node);
  const now = planner === null ? null : planning(state, planner);
  if (planner === null || !now?.plan || !now.plan.started || now.plan.steps[now.plan.done] !== node) return;
  const done = now.plan.done + (reason === "success" ? 1 : 0);
  state.plannings.set(planner, { ...now, plan: { ...now.plan, done, started: false } });
}

/** The node of the same machine that was left, paused or taken off just before. */
function leftBefore(state: State, outline: Outline, node: number): Happening | null {
  for (let at = state.recent.length - 1; at >= 0; at--) {
    const { event } = state.recent[at]!;
    const other = event.node;
    if (other === null || other === undefined || !["exited", "paused", "entered"].includes(event.event)) continue;
    if (outline.nodes[other]?.parent === outline.nodes[node]?.parent && other !== undefined) {
      return event.event === "entered" ? null : state.recent[at]!;
    }
  }
  return null;
}

function noteTransition(state: State, outline: Outline, tick: number, node: number, event: string): void {
  const machine = outline.nodes[node]?.parent;
  if (machine === null || machine === undefined || outline.nodes[node]!.kind !== "state") return;
  const left = leftBefore(state, outline, node);
  const how = event === "resumed" ? "pop" : left?.event.event === "paused" ? "push" : "change";
  state.transitions.set(machine, { from: left?.event.node ?? null, to: node, tick, how });
}

/** Of all but these nodes it is not known whether it still holds. */
function see(state: State, tick: number, nodes: number[]): void {
  const before = state.running;
  state.running = new Map();
  for (const node of nodes) {
    const known = before.get(node) ?? { since: tick, exact: false, causes: [] };
    state.running.set(node, { ...known, paused: false });
  }
  for (const each of [state.results, state.checks, state.plannings, state.transitions]) each.clear();
  state.problem = null;
}

function stand(state: State, outline: Outline, tick: number, standing: Standing): void {
  const before = new Map(state.running);
  state.running.clear();
  const paused = new Set(standing.paused ?? []);
  const enter = (node: number) => {
    const known = before.get(node);
    const causes = known?.causes ?? [];
    const since = known?.since ?? tick;
    state.running.set(node, { since, exact: known?.exact ?? false, paused: paused.has(node), causes });
  };
  for (const node of standing.entered ?? []) enter(node);
  for (const [key, [status, at]] of Object.entries(standing.results ?? {})) {
    const node = Number(key);
    state.results.set(node, { status, tick: at });
    if (status === "running" && !state.running.has(node)) enter(node);
  }
  const asked = standing.checks?.[0]?.[0];
  const selector = asked === undefined ? undefined : outline.nodes[asked]?.parent;
  if (selector !== null && selector !== undefined) {
    const chosen = outline.children[selector]!.find((node) => state.running.has(node)) ?? null;
    state.checks.set(selector, { answers: standing.checks!, chosen, tick });
  }
  if (standing.plan) {
    const { node, ...plan } = standing.plan;
    const done = Math.max(0, plan.steps.findIndex((step) => state.running.has(step)));
    const started = plan.steps.some((step) => state.running.has(step));
    const now = planning(state, node);
    if (now.plan?.tick !== plan.tick || now.plan.goal !== plan.goal) {
      state.plannings.set(node, { ...now, plan: { ...plan, done, started, outcome: "active" } });
    }
  }
  state.problem = standing.problem ? { text: standing.problem, tick } : null;
  changeData(state, tick, standing.data ?? {});
}

function changeData(state: State, tick: number, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    const known = state.data.get(name);
    if (known && known.value === value) continue;
    state.data.set(name, known ? { value, tick, before: known.value } : { value, tick });
  }
}

function noteKnown(state: State, tick: number, event: TraceEvent): void {
  if (event.event === "standing") {
    state.known = Boolean(event.standing?.entered || event.standing?.results || event.standing?.problem);
    state.seen = null;
  } else if (event.event === "seen" || event.node !== undefined) {
    state.known = true;
    state.seen = event.event === "seen" ? tick : null;
  }
}

/** Change `state` by one event of its entity. */
export function apply(state: State, outline: Outline, { tick, event }: Happening): void {
  if (tick !== state.tick) {
    state.tick = tick;
    state.recent = [];
  }
  const node = event.node ?? 0;
  noteKnown(state, tick, event);
  switch (event.event) {
    case "seen":
      see(state, tick, event.nodes ?? []);
      break;
    case "standing":
      stand(state, outline, tick, event.standing ?? {});
      break;
    case "data":
      changeData(state, tick, event.data as Fields);
      break;
    case "entered":
      noteTransition(state, outline, tick, node, "entered");
      state.running.delete(node); // so that the map keeps the order in which they began
      state.running.set(node, { since: tick, exact: true, paused: false, causes: state.recent.slice(-5) });
      stepBegan(state, outline, node);
      break;
    case "exited":
      dropInside(state, outline, node);
      state.results.set(node, { status: event.reason!, tick });
      stepEnded(state, outline, node, event.reason!);
      break;
    case "ticked":
      treeTicked(state, outline, tick, node, event.results ?? []);
      break;
    case "switched":
      state.checks.set(event.selector ?? 0, { answers: event.answers ?? [], chosen: event.node ?? null, tick });
      break;
    case "planfound": {
      const plan = { goal: event.goal!, steps: event.steps ?? [], cost: event.cost ?? 0, tick, done: 0 };
      const started = plan.steps.length > 0 && state.running.has(plan.steps[0]!);
      const before = planning(state, node);
      const aborted = before.plan?.outcome === "aborted" ? before.aborted : null; // why there is a new one
      state.plannings.set(node, { failed: null, aborted, plan: { ...plan, started, outcome: "active" } });
      break;
    }
    case "planfailed": {
      const failed = { goal: event.goal!, reason: event.reason!, tick };
      state.plannings.set(node, { ...planning(state, node), failed });
      break;
    }
    case "goalreached": {
      const now = planning(state, node);
      const plan = now.plan && now.plan.goal === event.goal ? { ...now.plan, outcome: "reached" as const } : now.plan;
      state.plannings.set(node, { ...now, failed: null, plan });
      break;
    }
    case "planaborted": {
      const planner = plannerOf(outline, node) ?? outline.owner[node] ?? 0;
      const now = planning(state, planner);
      const plan = now.plan && { ...now.plan, outcome: "aborted" as const };
      state.plannings.set(planner, { ...now, plan, aborted: { node, reason: event.reason!, tick } });
      break;
    }
    case "paused":
    case "resumed": {
      const running = state.running.get(node);
      if (running) state.running.set(node, { ...running, paused: event.event === "paused" });
      if (event.event === "resumed") noteTransition(state, outline, tick, node, "resumed");
      break;
    }
    case "finished":
      state.results.set(node, { status: event.status!, tick });
      break;
    case "halted":
      if (outline.engine(node) === "tree") {
        for (const id of [...state.running.keys()]) if (outline.owner[id] === node) state.running.delete(id);
      }
      break;
    case "failed":
      state.problem = { text: `${event.doing}: ${event.problem}`, tick };
      state.results.set(node, { status: "error", tick });
      break;
    case "said":
      state.said = { text: event.text!, tick };
      break;
    case "parked":
    case "unparked":
      state.parked = event.event === "parked";
      break;
    case "removed":
      state.removed = tick;
      state.running.clear();
      break;
  }
  if (CAUSES.has(event.event)) state.recent.push({ tick, event });
}

function treeTicked(state: State, outline: Outline, tick: number, root: number, results: [number, string][]): void {
  const now = new Set<number>();
  for (const [node, status] of results) {
    state.results.set(node, { status, tick });
    if (status === "running") now.add(node);
  }
  const uppermost = results.find(([node]) => node === root + 1);
  if (uppermost) state.results.set(root, { status: uppermost[1], tick });
  if (uppermost?.[1] === "running") now.add(root);
  for (const id of [...state.running.keys()]) {
    if (outline.owner[id] === root && !now.has(id)) state.running.delete(id);
  }
  for (const id of now) {
    if (!state.running.has(id)) {
      state.running.set(id, { since: tick, exact: true, paused: false, causes: state.recent.slice(-5) });
    }
  }
}
