import {
  chosen, clock, drivesWorld, isFollowing, lookAt, newest, oldest, playOrPause, plays, recording, replaySpeed, setSpeed,
  step, tick,
} from "../store";
import { Lane } from "./lane";

const SPEEDS: [string, string][] = [
  ["0.5", "½"], ["1", "1"], ["2", "2"], ["5", "5"], ["10", "10"], ["50", "50"],
];

const ICONS = {
  first: "M3,3h2v10h-2z M14,3v10L6,8z",
  back: "M9,3v10L2,8z M11,3h2v10h-2z",
  play: "M4,2v12L14,8z",
  pause: "M4,3h3v10h-3z M9,3h3v10h-3z",
  on: "M7,3v10L14,8z M3,3h2v10h-2z",
  last: "M11,3h2v10h-2z M2,3v10L10,8z",
};

function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

/** The slider over all that is known, and what moves the time. */
export function Time() {
  const run = recording.value;
  if (!run) return null;
  const { live, ended, speed } = clock.value;
  const following = isFollowing.value;
  const drives = drivesWorld.value;
  const rate = drives ? speed : replaySpeed.value;
  const known = rate === null || SPEEDS.some(([value]) => Number(value) === rate);
  const playing = plays.value;
  return (
    <footer class="time" aria-label="Time">
      <div class="transport">
        <button onClick={() => lookAt(oldest.value)} aria-label="To the beginning" title="To the beginning"><Icon name="first" /></button>
        <button onClick={() => step(-1)} aria-label="One tick back" title="One tick back ( ← )"><Icon name="back" /></button>
        <button class="play" onClick={playOrPause} aria-label={playing ? "Pause" : "Play"} title="Play or pause ( space )">
          <Icon name={playing ? "pause" : "play"} />
        </button>
        <button
          onClick={() => step(1)}
          disabled={following && !drives}
          aria-label={following && drives ? "Let the world do one tick" : "One tick on"}
          title="One tick on ( → )"
        >
          <Icon name="on" />
        </button>
        {live && !ended ? (
          <button class={`follow ${following ? "on" : ""}`} aria-pressed={following} onClick={() => lookAt(following ? newest.value - 1 : null)}>
            {following ? "live" : "to live"}
          </button>
        ) : (
          <button onClick={() => lookAt(newest.value)} aria-label="To the end" title="To the end"><Icon name="last" /></button>
        )}
        {(drives || !following) && (
          <label class="speed">
            {drives ? "world ×" : "ticks/s"}{" "}
            <select
              aria-label={drives ? "Speed of the world" : "Speed of the replay, in ticks a second"}
              value={rate === null ? "max" : String(rate)}
              onChange={(event) => {
                const value = event.currentTarget.value;
                setSpeed(value === "max" ? null : Number(value));
              }}
            >
              {SPEEDS.map(([value, name]) => (
                <option key={value} value={value}>{name}</option>
              ))}
              {!known && <option value={String(rate)}>{rate}</option>}
              {drives && <option value="max">max</option>}
            </select>
          </label>
        )}
        <output class="clock">
          tick {tick.value} <span class="of">of {newest.value}</span> · {run.time(tick.value).toFixed(1)} s
        </output>
      </div>
      <div class="track">
        <input
          type="range"
          aria-label="Tick"
          aria-valuetext={`tick ${tick.value}, ${run.time(tick.value).toFixed(1)} seconds`}
          min={oldest.value}
          max={Math.max(newest.value, oldest.value + 1)}
          value={tick.value}
          onInput={(event) => lookAt(Number(event.currentTarget.value))}
        />
        {chosen.value && <Lane entity={chosen.value} />}
      </div>
    </footer>
  );
}
