/** Events in words. */

import type { Outline } from "./outline";
import type { Recording } from "./recording";
import type { Answer, TraceEvent } from "./wire";

export type Tone = "good" | "bad" | "plan" | "message" | "word" | "plain";

export function answerText(answer: boolean | number): string {
  return answer === true ? "yes" : answer === false ? "no" : String(Math.round(answer * 1000) / 1000);
}

function askedText(outline: Outline, answers: Answer[]): string {
  return answers.map(([node, answer]) => `${outline.name(node)}: ${answerText(answer)}`).join(", ");
}

function content(data: unknown): string {
  return data === null || data === undefined ? "" : ` (${JSON.stringify(data)})`;
}

const ENDED: Record<string, string> = { success: "is done", failure: "fails", halt: "is stopped", error: "raises an error" };

/** What an event says, in words. */
export function words(event: TraceEvent, outline: Outline, recording: Recording): string {
  const node = outline.name(event.node);
  switch (event.event) {
    case "entered":
      return `begins ${node}`;
    case "executed":
      return `works at ${node}`;
    case "exited":
      return `${node} ${ENDED[event.reason!] ?? event.reason}`;
    case "ticked": {
      const status = event.results?.find(([id]) => id === (event.node ?? 0) + 1)?.[1];
      return `tree ${node}: ${status ?? "ticked"}`;
    }
    case "switched":
      return `turns to ${event.node === null ? "nothing" : node} (${askedText(outline, event.answers ?? [])})`;
    case "planfound":
      return `plans for “${event.goal}”: ${event.steps!.map((step) => outline.name(step)).join(", ")} (cost ${event.cost})`;
    case "planfailed":
      return `finds no plan for “${event.goal}”: ${event.reason?.replace(/^no plan for [^:]*: /, "")}`;
    case "goalreached":
      return `has reached “${event.goal}”`;
    case "planaborted":
      return `gives up the plan at ${node}: ${event.reason}`;
    case "paused":
      return `lays ${node} aside`;
    case "resumed":
      return `takes ${node} up again`;
    case "finished":
      return `${node} comes to its end: ${event.status}`;
    case "halted":
      return `${node} is stopped: ${event.reason}`;
    case "failed":
      return `fails in ${node}, ${event.doing}: ${event.problem}`;
    case "said":
      return `“${event.text}”`;
    case "sent":
      return `sends “${event.kind}” to ${recording.name(event.receiver)}${content(event.data)}${
        event.delay ? `, due in ${event.delay} s` : ""
      }`;
    case "received":
      return `hears “${event.kind}” from ${recording.name(event.sender)}${content(event.data)}`;
    case "handled":
      return `${node} takes “${event.kind}”`;
    case "unhandled":
      return `nobody takes “${event.kind}”`;
    case "undeliverable":
      return `“${event.kind}” cannot be delivered`;
    case "added":
      return "comes into the world";
    case "removed":
      return "leaves the world";
    case "parked":
      return "is parked: its mind failed";
    case "unparked":
      return "is ticked again";
    case "seen":
      return `was seen at ${event.nodes?.map((each) => outline.name(each)).join(", ") || "nothing"}`;
    case "standing":
      return "(what came before was not seen)";
    default:
      return event.event;
  }
}

export function tone(event: TraceEvent): Tone {
  switch (event.event) {
    case "exited":
      return event.reason === "success" ? "good" : event.reason === "failure" || event.reason === "error" ? "bad" : "plain";
    case "goalreached":
      return "good";
    case "planfailed":
    case "planaborted":
    case "failed":
    case "parked":
      return "bad";
    case "planfound":
    case "switched":
      return "plan";
    case "sent":
    case "received":
    case "handled":
    case "unhandled":
    case "undeliverable":
      return "message";
    case "said":
      return "word";
    default:
      return "plain";
  }
}

export const MESSAGES = new Set(["sent", "received", "handled", "unhandled", "undeliverable"]);

/** Happens in every tick, and says little. */
export const ROUTINE = new Set(["executed", "ticked", "data"]);
