import { signal } from "@preact/signals";

import type { State } from "../state";
import type { Entity, Recording } from "../recording";
import { tick } from "../store";
import { why } from "../why";
import { Events } from "./events";
import { Tick } from "./planner";

interface SideProps {
  run: Recording;
  entity: Entity;
  state: State;
}

/** What runs, since when, and what started it. */
export function Why({ run, entity, state }: SideProps) {
  const outline = entity.track.outline;
  const reasons = why(state, outline, run);
  return (
    <section class="panel why" aria-label="Why">
      <h2>Why</h2>
      {state.problem && (
        <p class="note bad">
          <strong>Failed</strong> in <Tick tick={state.problem.tick} />: {state.problem.text}
        </p>
      )}
      {reasons.length === 0 && (
        <p class="none">{state.known ? "Nothing runs." : "Nothing has run yet, or it was not watched then."}</p>
      )}
      {state.seen !== null && (
        <p class="note">
          Only seen in passing, in <Tick tick={state.seen} />: it was not watched before that.
        </p>
      )}
      <ul class="reasons">
        {reasons.map(({ node, place, runs, since, exact, because }) => (
          <li key={node}>
            {place && <p class="place">{place === "inside" ? "inside it" : "at the same time"}</p>}
            <p>
              <strong>{outline.name(node)}</strong> {runs ? "runs" : "was the last to run,"} {runs ? "since " : "in "}
              {since === null ? "?" : <Tick tick={since} />}
              {!exact && " or before"}
            </p>
            {because.map(({ text, tick: at }, index) => (
              <p key={index} class="because">
                {text} <Tick tick={at} />
              </p>
            ))}
            {outline.nodes[node]!.source && <p class="source">{outline.nodes[node]!.source}</p>}
          </li>
        ))}
      </ul>
      {state.said && (
        <p class="said">
          “{state.said.text}” <Tick tick={state.said.tick} />
        </p>
      )}
    </section>
  );
}

type Tab = "events" | "messages" | "data";
const tab = signal<Tab>("events");

function Data({ state }: { state: State }) {
  if (!state.data.size) return <p class="none">No fields are known at this tick. A file has them if it was recorded with --record-data.</p>;
  return (
    <table class="data">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {[...state.data].map(([name, { value, tick: at, before }]) => (
          <tr key={name} class={at === tick.value ? "changed" : ""}>
            <th scope="row">{name}</th>
            <td>
              {String(value)}
              {before !== undefined && at === tick.value && <span class="before"> was {String(before)}</span>}
            </td>
            <td>
              <Tick tick={at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const TABS: [Tab, string][] = [["events", "Events"], ["messages", "Messages"], ["data", "Data"]];

export function Side(props: SideProps) {
  const now = tab.value;
  const move = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const at = TABS.findIndex(([id]) => id === now);
    tab.value = TABS[(at + by + TABS.length) % TABS.length]![0];
    document.getElementById(`tab-${tab.value}`)?.focus();
  };
  return (
    <section class="panel tabs">
      <div role="tablist" aria-label="More of this agent" onKeyDown={move}>
        {TABS.map(([id, name]) => (
          <button
            key={id}
            id={`tab-${id}`}
            role="tab"
            aria-selected={now === id}
            aria-controls="tabpanel"
            tabIndex={now === id ? 0 : -1}
            onClick={() => (tab.value = id)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="tabpanel" role="tabpanel" aria-labelledby={`tab-${now}`} tabIndex={0}>
        {now === "data" ? <Data state={props.state} /> : <Events key={props.entity.id} {...props} only={now} />}
      </div>
    </section>
  );
}
