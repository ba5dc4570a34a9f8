/** What the page shows now, as signals. */

import { batch, computed, effect, signal } from "@preact/signals";

import type { Entity, Recording } from "./recording";
import type { Clock, Listener, Source } from "./source";

export const recording = signal<Recording | null>(null);
export const title = signal("gumption");
export const clock = signal<Clock>({ live: true, control: false, paused: false, speed: 1, ended: false });
export const connected = signal(true);
export const trouble = signal<string | null>(null);
/** Counts how often the recording has grown; at most once a frame. */
export const growth = signal(0);
export const chosenId = signal<number | null>(null);
/** The tick that is looked at; null: the newest. */
export const looked = signal<number | null>(null);
export const filter = signal("");
export const replaying = signal(false);
export const replaySpeed = signal(5);

export const newest = computed(() => (growth.value, recording.value?.last ?? 0));
export const oldest = computed(() => (growth.value, recording.value?.first ?? 0));
export const tick = computed(() => Math.max(oldest.value, Math.min(looked.value ?? newest.value, newest.value)));
export const chosen = computed<Entity | null>(() => {
  growth.value;
  return chosenId.value === null ? null : (recording.value?.entities.get(chosenId.value) ?? null);
});

let source: Source | null = null;
/** Who is wanted, and has not come yet: the recording is still being read, or the world is young. */
let awaited: number | null = null;

const listener: Listener = {
  opened(opened, name, now) {
    batch(() => {
      recording.value = opened;
      title.value = name;
      clock.value = now;
      if (now.live) looked.value = null;
      else if (chosenId.value === null) looked.value = opened.first + 1; // else the connection was lost meanwhile
      growth.value++;
      const wanted = chosenId.value ?? fromAddress();
      const isThere = wanted !== null && opened.entities.has(wanted);
      awaited = isThere ? null : wanted;
      if (now.ended) missAwaited();
      chosenId.value = isThere ? wanted : (opened.entities.keys().next().value ?? null);
      if (chosenId.value !== null) source?.watch(chosenId.value);
      askSoon();
    });
  },
  grown: () => soon(),
  clock: (now) => {
    clock.value = now;
    if (!now.ended) return;
    meetAwaited();
    missAwaited();
    askSoon(); // what was looked at may not have been there before
  },
  connected: (is) => (connected.value = is),
  trouble: (text) => (trouble.value = text),
};

let waiting = false;
function soon(): void {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    growth.value++;
    meetAwaited();
  });
}

function missAwaited(): void {
  if (awaited !== null) trouble.value ??= `Nobody here has the number ${awaited}, which the address names.`;
  awaited = null;
}

function meetAwaited(): void {
  if (awaited !== null && recording.value?.entities.has(awaited)) choose(awaited);
}

/** `#id@tick` in the address: what a link to this page shows. */
function fromAddress(): number | null {
  const found = /^#(\d+)(?:@(\d+))?$/.exec(location.hash);
  if (found?.[2]) looked.value = Number(found[2]);
  return found ? Number(found[1]) : null;
}

export function start(from: Source): void {
  source = from;
  source.start(listener);
}

export function choose(id: number): void {
  awaited = null;
  chosenId.value = id;
  source?.watch(id);
  askSoon();
}

let asking = false;
let noting: number | undefined;
/** Tell the source what is looked at: not for each step of a slider that is drawn. */
function askSoon(): void {
  window.clearTimeout(noting); // a replay does not change the address all the time
  noting = window.setTimeout(noteAddress, 300);
  if (asking) return;
  asking = true;
  window.setTimeout(() => {
    asking = false;
    if (looked.value !== null && chosenId.value !== null) source?.look(chosenId.value, looked.value);
  }, 150);
}

/** Look at a tick; null, or the newest one of a world that runs: follow it. */
export function lookAt(wanted: number | null): void {
  const follows = wanted === null || (clock.value.live && !clock.value.ended && wanted >= newest.value);
  looked.value = follows ? null : Math.max(oldest.value, Math.min(wanted, newest.value));
  askSoon();
}

function noteAddress(): void {
  const at = looked.value === null ? "" : `@${looked.value}`;
  const id = awaited ?? chosenId.value;
  if (id !== null) history.replaceState(null, "", `#${id}${at}`);
}

/** Whether play and pause are those of the world, not of a look at what is recorded. */
export const drivesWorld = computed(() => connected.value && clock.value.control && clock.value.live && !clock.value.ended);
export const plays = computed(() =>
  drivesWorld.value && looked.value === null ? !clock.value.paused : replaying.value || isFollowing.value,
);
export const isFollowing = computed(() => looked.value === null && clock.value.live && !clock.value.ended);

export function playOrPause(): void {
  if (drivesWorld.value && looked.value === null) {
    source?.control(clock.value.paused ? "play" : "pause");
  } else if (isFollowing.value) {
    lookAt(newest.value - 1); // only the look stands still: the world is not ours
  } else {
    if (!replaying.value && tick.value >= newest.value) lookAt(oldest.value);
    replaying.value = !replaying.value;
  }
}

export function step(by: number): void {
  replaying.value = false;
  if (by > 0 && isFollowing.value) {
    if (drivesWorld.value) source?.control("step");
    return;
  }
  lookAt(tick.value + by);
}

export function setSpeed(speed: number | null): void {
  if (drivesWorld.value) source?.speed(speed);
  else replaySpeed.value = speed ?? 1000;
}

let played = 0;
/** Called once a frame: carries a replay on. */
export function frame(seconds: number): void {
  if (!replaying.value) return void (played = 0);
  played += seconds * replaySpeed.value;
  const whole = Math.floor(played);
  if (whole < 1) return;
  played -= whole;
  const next = tick.value + whole;
  if (next >= newest.value) replaying.value = false;
  lookAt(next);
}

const wish = signal(kept());
const system = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(system.matches);
system.addEventListener("change", () => (systemDark.value = system.matches));

export const dark = computed(() => (wish.value === null ? systemDark.value : wish.value === "dark"));
effect(() => {
  document.title = [chosen.value?.name, title.value, "gumption"].filter(Boolean).join(" · ");
});
effect(() => {
  document.documentElement.dataset.theme = dark.value ? "dark" : "light";
});

function kept(): string | null {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null; // a page that was opened as a file may have no storage
  }
}

export function turnTheme(): void {
  wish.value = dark.value ? "light" : "dark";
  try {
    localStorage.setItem("theme", wish.value);
  } catch {
    // then it holds until the page is closed
  }
}
