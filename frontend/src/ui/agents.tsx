import { useEffect, useRef, useState } from "preact/hooks";

import type { Entity, Recording } from "../recording";
import { chosenId, choose, filter, growth, recording, tick } from "../store";
import { pixels } from "./box";

/** Pixels: all rows are as high as each other, so that only those that are seen have to be made. */
const ROW = 48;
const SEARCH = 46;
/** Rows that are made before and behind those that are seen. */
const MORE = 8;

function doing(run: Recording, entity: Entity, now: number): string {
  if (!run.isThere(entity, now)) return "not in the world";
  return run.doing(entity, now) ?? "nothing";
}

/** Who is there, and of them those that the filter lets through. */
function select(run: Recording, now: number): { there: number; rows: Entity[] } {
  const there = [...run.entities.values()].filter((each) => run.isThere(each, now) || each.id === chosenId.value);
  const wanted = filter.value.trim().toLowerCase();
  const isWanted = (each: Entity) => `${each.name} ${doing(run, each, now)}`.toLowerCase().includes(wanted);
  return { there: there.length, rows: wanted ? there.filter(isWanted) : there };
}

/** Everybody who is there, and what each does now. */
export function Agents() {
  growth.value;
  const list = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const run = recording.value;
  const now = tick.value;
  const { there, rows } = run ? select(run, now) : { there: 0, rows: [] };
  useEffect(() => {
    const at = rows.findIndex((each) => each.id === chosenId.value) * ROW;
    const view = list.current;
    if (!view || at < 0) return;
    if (at < view.scrollTop || at + ROW > view.scrollTop + view.clientHeight - SEARCH) view.scrollTop = at;
  }, [chosenId.value, run]);
  if (!run) return null;
  const high = list.current?.clientHeight || window.innerHeight;
  const first = Math.min(Math.max(0, Math.floor(top / ROW) - MORE), Math.max(0, rows.length - MORE));
  const shown = rows.slice(first, Math.ceil((top + high) / ROW) + MORE);
  return (
    <nav ref={list} class="agents" aria-label="Agents" onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <div class="search">
        <input
          id="filter"
          type="search"
          placeholder="Filter  ( / )"
          aria-label="Filter the agents by name or by what they do"
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        <span class="count" aria-live="polite">
          {rows.length === there ? there : `${rows.length} of ${there}`}
        </span>
      </div>
      {rows.length === 0 && <p class="none">Nobody of that name, and nobody who does that.</p>}
      <ul style={{ ...pixels({ height: rows.length * ROW, "padding-top": first * ROW }), "--row": `${ROW}px` }}>
        {shown.map((entity, at) => (
          <li key={entity.id} aria-setsize={rows.length} aria-posinset={first + at + 1}>
            <button
              class="agent"
              aria-current={entity.id === chosenId.value ? "true" : undefined}
              onClick={() => choose(entity.id)}
            >
              <span class="name">{entity.name}</span>
              <span class="doing">
                <bdi dir="ltr">{entity.track.at(now).parked ? "parked: its mind failed" : doing(run, entity, now)}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
