/** How an entity stands at a tick. */

import type { Answer, TraceEvent, Value } from "./wire";

export interface Happening {
  tick: number;
  event: TraceEvent;
}

export interface Running {
  since: number;
  /** False where it began before what is known. */
  exact: boolean;
  paused: boolean;
  /** What came before it in the tick in which it began: the newest last. */
  causes: Happening[];
}

export interface Result {
  status: string;
  tick: number;
}

export interface Plan {
  goal: string;
  steps: number[];
  cost: number;
  tick: number;
  /** Steps that are done. */
  done: number;
  started: boolean;
  /** Reached and given up plans are kept until there is another one. */
  outcome: "active" | "reached" | "aborted";
}

export interface Planning {
  plan: Plan | null;
  failed: { goal: string; reason: string; tick: number } | null;
  aborted: { node: number; reason: string; tick: number } | null;
}

export interface Transition {
  from: number | null;
  to: number;
  tick: number;
  how: "change" | "push" | "pop";
}

export interface State {
  tick: number;
  running: Map<number, Running>;
  results: Map<number, Result>;
  /** Of each selector: what it asked last. */
  checks: Map<number, { answers: Answer[]; chosen: number | null; tick: number }>;
  plannings: Map<number, Planning>;
  transitions: Map<number, Transition>;
  data: Map<string, { value: Value; tick: number; before?: Value }>;
  problem: { text: string; tick: number } | null;
  parked: boolean;
  removed: number | null;
  /** Whether anything is known of what it does. */
  known: boolean;
  /** The tick in which it was seen in passing, where that is all that is known. */
  seen: number | null;
  said: { text: string; tick: number } | null;
  /** Of this tick: what may be the cause of what comes next. */
  recent: Happening[];
}

export function blank(): State {
  return {
    tick: -1,
    running: new Map(),
    results: new Map(),
    checks: new Map(),
    plannings: new Map(),
    transitions: new Map(),
    data: new Map(),
    problem: null,
    parked: false,
    removed: null,
    known: false,
    seen: null,
    said: null,
    recent: [],
  };
}

/** The values in the maps are replaced, never changed: copying the maps is enough. */
export function copy(state: State): State {
  return {
    ...state,
    running: new Map(state.running),
    results: new Map(state.results),
    checks: new Map(state.checks),
    plannings: new Map(state.plannings),
    transitions: new Map(state.transitions),
    data: new Map(state.data),
    recent: [...state.recent],
  };
}
