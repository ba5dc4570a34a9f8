import { useState } from "preact/hooks";

import type { State } from "../state";
import type { Engine, Outline } from "../outline";
import type { Track } from "../track";
import { MachinePicture } from "./machine";
import { PlannerPicture } from "./planner";
import { SelectorPicture } from "./selector";
import { TreePicture } from "./tree";

export interface MindProps {
  outline: Outline;
  state: State;
  track: Track;
  root: number;
  tick: number;
}

const CALLED: Record<Engine, string> = {
  tree: "behaviour tree", machine: "state machine", planner: "planner", selector: "selector",
};

function picture(props: MindProps) {
  switch (props.outline.engine(props.root)) {
    case "machine":
      return <MachinePicture {...props} />;
    case "planner":
      return <PlannerPicture {...props} />;
    case "selector":
      return <SelectorPicture {...props} />;
    default:
      return <TreePicture {...props} />;
  }
}

/** One mind, and those inside it. */
export function Mind(props: MindProps) {
  const { outline, root } = props;
  return (
    <div class="mind">
      {picture(props)}
      {outline.innerMinds(root).map((inner) => (
        <Inner key={inner.root} {...props} root={inner.root} holder={inner.holder} />
      ))}
    </div>
  );
}

/** A mind inside another one: open while it runs, unless one has said otherwise. */
function Inner(props: MindProps & { holder: number }) {
  const { outline, state, root, holder } = props;
  const [wish, setWish] = useState<boolean | null>(null);
  const running = state.running.has(holder);
  const paused = state.running.get(holder)?.paused ?? false;
  const open = wish ?? (running && !paused);
  return (
    <section class={`inner ${running ? "running" : ""}`}>
      <h3>
        <button aria-expanded={open} onClick={() => setWish(!open)}>
          <span aria-hidden="true">{open ? "▾" : "▸"}</span> {outline.name(holder)}: {CALLED[outline.engine(root)]}{" "}
          {outline.name(root)}
          <span class="word">{running ? (paused ? "laid aside" : "runs") : ""}</span>
        </button>
      </h3>
      {open && <Mind {...props} />}
    </section>
  );
}

export function called(outline: Outline): string {
  return `${CALLED[outline.engine(0)]} ${outline.name(0)}`;
}
