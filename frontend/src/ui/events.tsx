/** What has happened to an agent, the newest first. */

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { useState } from "preact/hooks";

import { Gathering } from "../gather";
import type { Entity, Recording } from "../recording";
import type { Happening } from "../state";
import { choose, tick } from "../store";
import { count } from "../track";
import { MESSAGES, ROUTINE, tone, words } from "../words";
import { Tick } from "./planner";

interface EventsProps {
  run: Recording;
  entity: Entity;
}

/** How many rows are made at first. */
const SHOWN = 100;
const routine = signal(false);

const all = gathering((event) => event !== "data");
const notable = gathering((event) => !ROUTINE.has(event));
const messages = gathering((event) => MESSAGES.has(event));

function gathering(is: (event: string) => boolean): Gathering<Happening[]> {
  return new Gathering<Happening[]>(
    () => [],
    (found, happening) => void (is(happening.event.event) && found.push(happening)),
  );
}

/** With whom one has talked, and when first. */
const partners = new Gathering<Map<number, number>>(
  () => new Map(),
  (found, { tick: when, event }) => {
    const other = event.event === "sent" ? event.receiver : event.event === "received" ? event.sender : null;
    if (other !== null && other !== undefined && !found.has(other)) found.set(other, when);
  },
);

const made = new WeakMap<Happening, { now: boolean; row: VNode }>();
/** What is the same as before is not made anew, nor compared. */
function row(happening: Happening, key: number, now: boolean, { run, entity }: EventsProps): VNode {
  const known = made.get(happening);
  if (known?.now === now && known.row.key === key) return known.row;
  const { tick: when, event } = happening;
  const fresh = (
    <li key={key} class={`${tone(event)} ${now ? "now" : ""}`}>
      <Tick tick={when} /> <span>{words(event, entity.track.outline, run)}</span>
    </li>
  );
  made.set(happening, { now, row: fresh });
  return fresh;
}

export function Events(props: EventsProps & { only: "events" | "messages" }) {
  const { run, entity, only } = props;
  const [wanted, setWanted] = useState(SHOWN);
  const found = (only === "messages" ? messages : routine.value ? all : notable).of(entity.track);
  const end = count(found, tick.value);
  const begin = Math.max(0, end - wanted);
  const rows: VNode[] = [];
  for (let at = end - 1; at >= begin; at--) rows.push(row(found[at]!, at, found[at]!.tick === tick.value, props));
  return (
    <>
      {only === "events" && (
        <label class="option">
          <input type="checkbox" checked={routine.value} onChange={(event) => (routine.value = event.currentTarget.checked)} />
          with what happens in every tick
        </label>
      )}
      <ol class="events">{rows}</ol>
      {end === 0 && <p class="none">None up to this tick.</p>}
      {begin > 0 && <button onClick={() => setWanted(wanted + 5 * SHOWN)}>What came before</button>}
      {end < found.length && <p class="none">More came later.</p>}
      {only === "messages" && <Partners run={run} entity={entity} />}
    </>
  );
}

/** A way to look at those with whom it has talked, at the same tick. */
function Partners({ run, entity }: EventsProps) {
  const ids = [...partners.of(entity.track)].filter(([id, when]) => when <= tick.value && id !== entity.id && run.entities.has(id));
  if (!ids.length) return null;
  return (
    <p class="aside">
      Look at{" "}
      {ids.map(([id]) => (
        <button key={id} class="tick" onClick={() => choose(id)}>
          {run.name(id)}
        </button>
      ))}
    </p>
  );
}
