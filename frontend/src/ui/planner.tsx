import type { State } from "../state";
import type { Outline } from "../outline";
import { lookAt } from "../store";

/** The plan as steps, and what there is to say of plans that failed. */
export function PlannerPicture({ outline, state, root }: { outline: Outline; state: State; root: number }) {
  const now = state.plannings.get(root);
  const plan = now?.plan;
  const goals = outline.own(root).filter((id) => outline.nodes[id]!.kind === "goal");
  const working = outline.own(root).filter((id) => state.running.has(id) && !state.running.get(id)!.paused);
  const side = working.map((id) => outline.name(id)).find((name) => ["move", "wait", "idle"].includes(name));
  const active = plan?.outcome === "active";
  const reached = plan?.outcome === "reached";
  return (
    <div class="planner">
      <p class="goals">
        Goals:{" "}
        {goals.map((id) => {
          const isNow = active && plan!.goal === outline.name(id);
          return (
            <span key={id} class={`chip ${isNow ? "now" : ""}`} aria-current={isNow ? "true" : undefined}>
              {outline.name(id)}
            </span>
          );
        })}
        {plan && !goals.some((id) => outline.name(id) === plan.goal) && <span class="chip now">{plan.goal}</span>}
      </p>
      {plan && (
        <>
          <p class="aside">
            {active ? "Plan" : reached ? "Last plan, its goal is reached" : "Last plan, given up"} for “{plan.goal}”, cost{" "}
            {Math.round(plan.cost * 100) / 100}, made in <Tick tick={plan.tick} />
          </p>
          <ol class={`steps ${plan.outcome}`}>
            {plan.steps.map((step, at) => {
              const done = at < plan.done || reached;
              const under = !done && active && at === plan.done;
              const dropped = !done && !active;
              const word = done ? "done" : under ? (plan.started ? "under way" : "next") : dropped ? "dropped" : "to come";
              return (
                <li key={at} class={`step ${word.replace(" ", "-")}`} aria-current={under ? "step" : undefined}>
                  <span class="sign" aria-hidden="true">{done ? "✓" : under ? "▶" : dropped ? "✗" : at + 1}</span>
                  {outline.name(step)}
                  <span class="word">
                    {word}
                    {under && side === "move" ? ": on the way there" : under && side === "wait" ? ": waits" : ""}
                  </span>
                </li>
              );
            })}
          </ol>
        </>
      )}
      {!plan && !now?.failed && <p class="none">No plan was made yet.</p>}
      {side === "idle" && <p class="aside">Idle: carries no plan out.</p>}
      {now?.failed && (
        <p class="note bad">
          <strong>No plan</strong> in <Tick tick={now.failed.tick} />: {now.failed.reason.replace(/^no plan for [^:]*: /, "")}
        </p>
      )}
      {now?.aborted && (
        <p class={`note ${plan?.outcome === "aborted" ? "bad" : ""}`}>
          <strong>{plan?.outcome === "aborted" ? "Given up" : "The plan before was given up"}</strong> at {outline.name(now.aborted.node)} in <Tick tick={now.aborted.tick} />: {now.aborted.reason}
        </p>
      )}
    </div>
  );
}

export function Tick({ tick }: { tick: number }) {
  return (
    <button class="tick" onClick={() => lookAt(tick)}>
      tick {tick}
    </button>
  );
}
