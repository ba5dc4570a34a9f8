import { useEffect, useRef } from "preact/hooks";

import { chosenId, choose, filter, growth, recording, tick } from "../store";

const SHOWN = 400;

/** Everybody who is there, and what each does now. */
export function Agents() {
  growth.value;
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!row) return;
    const [top, bottom] = [row.offsetTop - 50, row.offsetTop + row.offsetHeight];
    const view = list.current!;
    if (top < view.scrollTop || bottom > view.scrollTop + view.clientHeight) view.scrollTop = top;
  }, [chosenId.value, recording.value]);
  const run = recording.value;
  if (!run) return null;
  const now = tick.value;
  const wanted = filter.value.trim().toLowerCase();
  const rows = [];
  let there = 0;
  for (const entity of run.entities.values()) {
    const isThere = run.isThere(entity, now);
    if (!isThere && entity.id !== chosenId.value) continue;
    there++;
    const doing = isThere ? run.doing(entity, now) : "not in the world";
    if (wanted && !`${entity.name} ${doing ?? ""}`.toLowerCase().includes(wanted)) continue;
    rows.push({ entity, doing, parked: entity.track.at(now).parked });
  }
  return (
    <nav ref={list} class="agents" aria-label="Agents">
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
      <ul>
        {rows.slice(0, SHOWN).map(({ entity, doing, parked }) => (
          <li key={entity.id}>
            <button
              class="agent"
              aria-current={entity.id === chosenId.value ? "true" : undefined}
              onClick={() => choose(entity.id)}
            >
              <span class="name">{entity.name}</span>
              <span class="doing">{parked ? "parked: its mind failed" : (doing ?? "nothing")}</span>
            </button>
          </li>
        ))}
        {rows.length === 0 && <li class="none">Nobody of that name, and nobody who does that.</li>}
        {rows.length > SHOWN && <li class="none">{rows.length - SHOWN} more: filter them.</li>}
      </ul>
    </nav>
  );
}
