import { signal } from "@preact/signals";

import type { State } from "../state";
import type { Entity, Recording } from "../recording";
import { choose, tick } from "../store";
import { MESSAGES, ROUTINE, tone, words } from "../words";
import { why } from "../why";
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
const routine = signal(false);
const SHOWN = 250;

function Events({ run, entity, only }: SideProps & { only: Tab }) {
  const { track } = entity;
  const rows = [];
  let at = track.count(tick.value);
  const later = track.happenings.length - at;
  while (at > 0 && rows.length < SHOWN) {
    at--;
    const { tick: when, event } = track.happenings[at]!;
    if (event.event === "data") continue;
    if (only === "messages" ? !MESSAGES.has(event.event) : !routine.value && ROUTINE.has(event.event)) continue;
    rows.push(
      <li key={at} class={`${tone(event)} ${when === tick.value ? "now" : ""}`}>
        <Tick tick={when} /> <span>{words(event, track.outline, run)}</span>
      </li>,
    );
  }
  return (
    <>
      {only === "events" && (
        <label class="option">
          <input type="checkbox" checked={routine.value} onChange={(event) => (routine.value = event.currentTarget.checked)} />
          with what happens in every tick
        </label>
      )}
      <ol class="events">{rows}</ol>
      {rows.length === 0 && <p class="none">None up to this tick.</p>}
      {at > 0 && <p class="none">What came before: move the time back.</p>}
      {later > 0 && <p class="none">More came later.</p>}
    </>
  );
}

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
        {now === "data" ? <Data state={props.state} /> : <Events {...props} only={now} />}
        {now === "messages" && <Partners {...props} />}
      </div>
    </section>
  );
}

/** With whom it has talked: a way to look at the other one at the same tick. */
function Partners({ run, entity }: SideProps) {
  const ids = new Set<number>();
  for (const { tick: when, event } of entity.track.happenings) {
    if (when > tick.value) break;
    const other = event.event === "sent" ? event.receiver : event.event === "received" ? event.sender : null;
    if (other !== null && other !== undefined && other !== entity.id && run.entities.has(other)) ids.add(other);
  }
  if (!ids.size) return null;
  return (
    <p class="aside">
      Look at{" "}
      {[...ids].map((id) => (
        <button key={id} class="tick" onClick={() => choose(id)}>
          {run.name(id)}
        </button>
      ))}
    </p>
  );
}
