import { Graph, layout } from "@dagrejs/dagre";
import { useMemo } from "preact/hooks";

import { Gathering } from "../gather";
import type { State } from "../state";
import type { Outline } from "../outline";
import type { Track } from "../track";
import { look, pixels, sign, statusText, title, width } from "./box";
import { Canvas } from "./canvas";

const HEIGHT = 34;

interface Edge {
  from: number;
  to: number;
  /** Whether reading the code told of it, or only that it happened. */
  declared: boolean;
}

/** Which states lead to which: as the code says, and as was seen. */
function edges(outline: Outline, states: number[], seen: string): Edge[] {
  const found: Edge[] = [];
  for (const from of states) {
    for (const to of outline.nodes[from]!.leads_to) if (states.includes(to)) found.push({ from, to, declared: true });
  }
  for (const pair of seen.split(",").filter(Boolean)) {
    const [from, to] = pair.split("-").map(Number) as [number, number];
    if (!found.some((edge) => edge.from === from && edge.to === to)) found.push({ from, to, declared: false });
  }
  return found;
}

/** Of each machine: the transitions that were seen, and the state that was left last. */
const transitions = new Gathering<Map<number, { pairs: Set<string>; left: number | null }>>(
  () => new Map(),
  (found, { event }, { outline }) => {
    const node = outline.nodes[event.node ?? -1];
    if (node?.kind !== "state" || node.parent === null) return;
    if (!found.has(node.parent)) found.set(node.parent, { pairs: new Set(), left: null });
    const machine = found.get(node.parent)!;
    if (event.event === "exited" || event.event === "paused") machine.left = node.id;
    else if (event.event === "entered" || event.event === "resumed") {
      if (machine.left !== null && machine.left !== node.id) machine.pairs.add(`${machine.left}-${node.id}`);
      machine.left = null;
    }
  },
);

function place(outline: Outline, states: number[], seen: string, narrow: boolean) {
  const graph = new Graph();
  graph.setGraph({ rankdir: narrow ? "TB" : "LR", nodesep: 26, ranksep: 54, marginx: 10, marginy: 10 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of states) graph.setNode(String(id), { width: width(outline.name(id), 80, 230), height: HEIGHT });
  for (const edge of edges(outline, states, seen)) graph.setEdge(String(edge.from), String(edge.to), { ...edge });
  layout(graph);
  return graph;
}

function line(points: { x: number; y: number }[]): string {
  const [first, ...rest] = points;
  let path = `M${first!.x},${first!.y}`;
  for (let at = 0; at < rest.length - 1; at++) {
    const here = rest[at]!;
    const next = rest[at + 1]!;
    const end = at === rest.length - 2 ? next : { x: (here.x + next.x) / 2, y: (here.y + next.y) / 2 };
    path += ` Q${here.x},${here.y} ${end.x},${end.y}`;
  }
  return rest.length === 1 ? `${path} L${rest[0]!.x},${rest[0]!.y}` : path;
}

interface Shape {
  width: number;
  height: number;
}

function boxOf(graph: Graph, id: number) {
  const { x, y, width: wide } = graph.node(String(id)) as unknown as Shape & { x: number; y: number };
  return { left: x - wide / 2, top: y - HEIGHT / 2, width: wide, height: HEIGHT };
}

export function MachinePicture(props: { outline: Outline; state: State; track: Track; root: number; tick: number }) {
  const { outline, state, track, root, tick } = props;
  const children = outline.own(root);
  const states = children.filter((id) => outline.nodes[id]!.kind !== "global state");
  const global = children.filter((id) => outline.nodes[id]!.kind === "global state");
  const last = state.transitions.get(root);
  const seen = [...(transitions.of(track).get(root)?.pairs ?? [])].sort().join(",");
  const narrow = window.innerWidth < 700;
  const graph = useMemo(() => place(outline, states, seen, narrow), [outline, root, seen, narrow]);
  const { width: wide, height } = graph.graph() as unknown as Shape;
  const current = states.find((id) => look(state, id, tick).status === "running");
  const spot = useMemo(() => (current === undefined ? null : boxOf(graph, current)), [graph, current]);
  const marker = `arrow-${root}`;
  const sheet = { width: Math.ceil(wide), height: Math.ceil(height) };
  return (
    <>
      {global.map((id) => (
        <p key={id} class="aside">
          Before each state: <span class="chip">{outline.name(id)}</span> (global state)
        </p>
      ))}
      <Canvas label={`State machine ${outline.name(root)}`} {...sheet} spot={spot}>
        <svg {...sheet} aria-hidden="true">
          <defs>
            {["", "-last"].map((suffix) => (
              <marker key={suffix} id={marker + suffix} class={`head${suffix}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto" markerUnits="userSpaceOnUse">
                <path d="M0,0 L8,4 L0,8 z" />
              </marker>
            ))}
          </defs>
          {graph.edges().map(({ v, w }) => {
            const edge = graph.edge(v, w) as unknown as Edge & { points: { x: number; y: number }[] };
            const isLast = last?.from === edge.from && last.to === edge.to;
            return (
              <path
                key={`${v}-${w}`}
                class={`edge ${edge.declared ? "" : "seen"} ${isLast ? "last" : ""}`}
                d={line(edge.points)}
                marker-end={`url(#${marker}${isLast ? "-last" : ""})`}
              />
            );
          })}
        </svg>
        {states.map((id) => {
          const { status, fresh } = look(state, id, tick);
          const isTip = status === "running";
          return (
            <div
              key={id}
              role="img"
              class={`box state ${isTip || status === "paused" ? status : "idle"} ${fresh ? "fresh" : ""} ${isTip ? "tip" : ""}`}
              style={pixels(boxOf(graph, id))}
              title={title(outline, state, id, tick)}
              aria-label={`state ${outline.name(id)}: ${statusText(state, id, tick)}`}
            >
              {(isTip || status === "paused") && <span class="sign" aria-hidden="true">{sign(status)}</span>}
              <span class="text">{outline.name(id)}</span>
            </div>
          );
        })}
      </Canvas>
      {last && (
        <p class="aside">
          Last transition: {last.from === null ? "begins with" : `${outline.name(last.from)} →`} {outline.name(last.to)}
          {last.how === "push" ? ", pushed on top" : last.how === "pop" ? ", taken up again" : ""}, tick {last.tick}
        </p>
      )}
    </>
  );
}
