import { conditionText } from "../conditions";
import type { State } from "../state";
import type { Outline } from "../outline";
import { answerText } from "../words";
import { look, sign, statusText } from "./box";
import { Tick } from "./planner";

/** The nodes in their order, what their checks said, and which of them runs. */
export function SelectorPicture({ outline, state, root, tick }: { outline: Outline; state: State; root: number; tick: number }) {
  const checks = state.checks.get(root);
  const answers = new Map(checks?.answers ?? []);
  return (
    <>
      <table class="selector">
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">Its check said</th>
            <th scope="col">It</th>
          </tr>
        </thead>
        <tbody>
          {outline.own(root).map((id) => {
            const { status } = look(state, id, tick);
            const answer = answers.get(id);
            const condition = conditionText(state, outline, id);
            return (
              <tr key={id} class={status} aria-current={status === "running" ? "true" : undefined}>
                <th scope="row">
                  <span class="sign" aria-hidden="true">{sign(status)}</span>
                  {outline.name(id)}
                  {condition && <small>{condition}</small>}
                </th>
                <td class={answer === undefined ? "unasked" : answer === false ? "no" : "yes"}>
                  {answer === undefined ? "not asked" : answerText(answer)}
                </td>
                <td>{statusText(state, id, tick)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {checks && (
        <p class="aside">
          Turned to {checks.chosen === null ? "nothing" : outline.name(checks.chosen)} in <Tick tick={checks.tick} />
        </p>
      )}
    </>
  );
}
