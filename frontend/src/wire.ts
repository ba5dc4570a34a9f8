/** What recordings and the socket hold: see docs/inspector.md, src/gumption/world/recording.py and core/trace.py. */

export type Value = string | number | boolean | null;
export type Fields = Record<string, Value>;
export type Doing = Record<string, string | null>;

export interface OutlineNode {
  id: number;
  parent: number | null;
  kind: string;
  name: string;
  source: string | null;
  leads_to: number[];
  condition?: string | null;
}

export interface EntityLine {
  id: number;
  name: string;
  outline: string;
}

export interface Header {
  gumption: string;
  seed: number;
  step: number;
  scenario: string | null;
  entities: EntityLine[];
  outlines: Record<string, OutlineNode[]>;
}

/** An event as `to_plain` gives it; the fields depend on `event`. */
export interface TraceEvent {
  event: string;
  entity?: number | null;
  node?: number | null;
  reason?: string;
  results?: [number, string][];
  answers?: Answer[];
  selector?: number;
  goal?: string;
  steps?: number[];
  cost?: number;
  status?: string;
  doing?: string;
  problem?: string;
  text?: string;
  receiver?: number;
  sender?: number | null;
  kind?: string;
  data?: unknown;
  delay?: number;
  name?: string;
  nodes?: number[];
  outside?: boolean;
  /** Of the event `standing`, which only this page makes. */
  standing?: Standing;
}

export type Answer = [number, boolean | number];

export interface Line {
  tick: number;
  time: number;
  events?: TraceEvent[];
  data?: Record<string, Fields>;
  entities?: EntityLine[];
  outlines?: Record<string, OutlineNode[]>;
  removed?: number[];
  doing?: Doing;
}

export interface EndLine {
  end: number;
  events?: TraceEvent[];
  error?: string | null;
}

/** How an entity stands at a tick border. */
export interface Standing {
  entered?: number[];
  paused?: number[];
  results?: Record<string, [string, number]>;
  checks?: Answer[];
  plan?: { node: number; goal: string; steps: number[]; cost: number; tick: number } | null;
  problem?: string | null;
  data?: Fields;
}

export interface Hello {
  type: "hello";
  version: number;
  title: string;
  control: boolean;
  live?: boolean;
  header: Header;
  came?: Record<string, number>;
  gone?: Record<string, number>;
  doing?: Doing;
  first_tick: number;
  tick: number;
  time: number;
  paused: boolean;
  ended?: boolean;
  speed: number | null;
}

export interface Past {
  type: "past";
  id: number;
  from: number;
  to: number;
  start?: Standing | null;
  lines?: Line[];
  doing?: Doing;
}

export interface Lost {
  type: "lost";
  count: number;
  from: number;
  to: number;
  time: number;
  entities?: EntityLine[];
  outlines?: Record<string, OutlineNode[]>;
  came?: Record<string, number>;
  gone?: Record<string, number>;
  doing?: Doing;
  standing?: Record<string, Standing>;
}

export type FromServer =
  | Hello
  | (Line & { type: "tick"; seq: number })
  | { type: "standing"; id: number; tick: number; standing: Standing }
  | Past
  | Lost
  | { type: "state"; paused: boolean; speed: number | null; ended?: boolean; problem?: string }
  | { type: "problem"; problem: string };
