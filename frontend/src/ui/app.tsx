import { useEffect } from "preact/hooks";

import { chosen, connected, dark, frame, growth, isFollowing, clock, playOrPause, recording, step, tick, title, trouble, turnTheme } from "../store";
import { Agents } from "./agents";
import { called, Mind } from "./mind";
import { Side, Why } from "./side";
import { Time } from "./time";

const TYPED_INTO = "input:not([type=range]):not([type=checkbox]), select, textarea";

function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches(TYPED_INTO)) {
    if (event.key === "Escape") target.blur();
    return;
  }
  if (event.key.startsWith("Arrow") && target.matches(".canvas.movable")) return; // it moves the picture
  if (event.key === "/") document.getElementById("filter")?.focus();
  else if (event.key === "ArrowLeft") step(event.shiftKey ? -10 : -1);
  else if (event.key === "ArrowRight") step(event.shiftKey ? 10 : 1);
  else if (event.key === " " && !target.matches("button:focus-visible, input[type=checkbox]")) playOrPause();
  else return;
  event.preventDefault();
}

export function App() {
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    let last = performance.now();
    let waiting = requestAnimationFrame(function again(now) {
      frame(Math.min(0.5, (now - last) / 1000));
      last = now;
      waiting = requestAnimationFrame(again);
    });
    return () => {
      document.removeEventListener("keydown", onKey);
      cancelAnimationFrame(waiting);
    };
  }, []);
  return (
    <>
      <header>
        <h1>{title.value}</h1>
        <span class={`mode ${isFollowing.value && connected.value ? "on" : ""}`}>{mode()}</span>
        <button class="theme" onClick={turnTheme} aria-label={dark.value ? "Light colours" : "Dark colours"}>
          {dark.value ? "☀" : "☾"}
        </button>
      </header>
      <p class="trouble" role="status" hidden={!trouble.value}>{trouble.value}</p>
      <main>
        <Agents />
        <ChosenAgent />
      </main>
      <Time />
    </>
  );
}

function mode(): string {
  const { live, ended, paused } = clock.value;
  if (!recording.value) return "waits for the world …";
  if (!live) return ended ? "recording" : "reading the recording …";
  if (!connected.value && !ended) return "not connected";
  if (ended) return "ended";
  if (!isFollowing.value) return "looks back";
  return paused ? "paused" : "live";
}

function ChosenAgent() {
  growth.value;
  const run = recording.value;
  const entity = chosen.value;
  if (!run || !entity) return <p class="none">Nobody is chosen.</p>;
  const now = tick.value;
  const { track } = entity;
  const state = track.at(now);
  return (
    <>
      <article aria-label={`The mind of ${entity.name}`}>
        <h2>
          {entity.name} <span class="called">{called(track.outline)}</span>
        </h2>
        {!run.isThere(entity, now) && <p class="note">Is not in the world at this tick.</p>}
        <Mind key={entity.id} outline={track.outline} state={state} track={track} root={0} tick={now} />
      </article>
      <aside aria-label={`More of ${entity.name}`}>
        <Why run={run} entity={entity} state={state} />
        <Side run={run} entity={entity} state={state} />
      </aside>
    </>
  );
}
