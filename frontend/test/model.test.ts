import { describe, expect, test } from "vitest";

import { conditionText } from "../src/conditions";
import { doingText } from "../src/doing";
import { Outline } from "../src/outline";
import { read } from "../src/recording";
import { Track } from "../src/track";
import type { TraceEvent } from "../src/wire";
import { why } from "../src/why";
import { words } from "../src/words";

const SHAPES: Record<string, [number | null, string, string][]> = {
  machine: [[null, "machine", "miner"], [0, "state", "Home"], [0, "state", "Dig"], [0, "global state", "Needs"]],
  tree: [[null, "tree", "river"], [0, "selector", "selector"], [1, "condition", "is dry"], [1, "action", "rise"]],
  planner: [[null, "planner", "logger"], [0, "state", "idle"], [0, "state", "move"], [0, "state", "chop"], [0, "state", "sell"]],
  duties: [[null, "tree", "robot"], [0, "parallel", "both"], [1, "action", "drive"], [1, "mind", "talk"], [3, "machine", "mouth"], [4, "state", "Hum"]],
  selector: [[null, "selector", "life"], [0, "node", "flee"], [0, "node", "work"], [2, "machine", "day"], [3, "state", "Saw"]],
};

function outline(shape: string): Outline {
  return new Outline(
    SHAPES[shape]!.map(([parent, kind, name], id) => ({ id, parent, kind, name, source: null, leads_to: [] })),
  );
}

function track(shape: string, ...ticks: TraceEvent[][]): Track {
  const made = new Track(outline(shape));
  ticks.forEach((events, index) => events.forEach((event) => made.add(index + 1, event)));
  return made;
}

const entered = (node: number): TraceEvent => ({ event: "entered", entity: 1, node });
const exited = (node: number, reason = "success"): TraceEvent => ({ event: "exited", entity: 1, node, reason });

test("an outline knows where one mind lies inside another", () => {
  const life = outline("selector");
  expect(life.innerMinds(0)).toEqual([{ root: 3, holder: 2 }]);
  expect(life.owner).toEqual([0, 0, 0, 3, 3]);
  expect(outline("tree").owner).toEqual([0, 0, 0, 0]); // a tree's selector is no mind of its own
});

describe("a machine", () => {
  const miner = track("machine", [entered(1)], [exited(1), entered(2)], [{ event: "paused", node: 2 }, entered(1)], [
    exited(1),
    { event: "resumed", node: 2 },
  ]);

  test("is in the state that was entered last", () => {
    expect(doingText(miner.at(1), miner.outline)).toBe("Home");
    expect(doingText(miner.at(2), miner.outline)).toBe("Dig");
  });

  test("tells its last transition, and of which sort it was", () => {
    expect(miner.at(1).transitions.get(0)).toMatchObject({ from: null, to: 1, how: "change" });
    expect(miner.at(2).transitions.get(0)).toEqual({ from: 1, to: 2, tick: 2, how: "change" });
    expect(miner.at(3).transitions.get(0)).toMatchObject({ from: 2, to: 1, how: "push" });
    expect(miner.at(4).transitions.get(0)).toMatchObject({ from: 1, to: 2, how: "pop" });
  });

  test("goes back in time as it went forward", () => {
    const forward = [1, 2, 3, 4].map((tick) => doingText(miner.at(tick), miner.outline));
    const backward = [4, 3, 2, 1].map((tick) => doingText(miner.at(tick), miner.outline));
    expect(backward.reverse()).toEqual(forward);
  });
});

test("a tree keeps the last result of each node and its tick, and runs only what the last tick says", () => {
  const river = track(
    "tree",
    [{ event: "ticked", node: 0, results: [[1, "running"], [2, "failure"], [3, "running"]] }],
    [{ event: "ticked", node: 0, results: [[1, "running"], [3, "running"]] }],
    [{ event: "ticked", node: 0, results: [[1, "success"], [2, "success"]] }],
  );
  expect(river.at(2).running.get(3)).toMatchObject({ since: 1 });
  expect(river.at(2).results.get(2)).toEqual({ status: "failure", tick: 1 });
  expect(river.at(3).running.size).toBe(0);
  expect(river.at(3).results.get(3)).toEqual({ status: "running", tick: 2 });
});

test("branches side by side are all told, each with what runs inside it", () => {
  const robot = track("duties", [entered(5), { event: "ticked", node: 0, results: [[1, "running"], [2, "running"], [3, "running"]] }]);
  expect(doingText(robot.at(1), robot.outline)).toBe("drive + talk › Hum");
  const reasons = why(robot.at(1), robot.outline, read([{ entities: [], outlines: {} }]));
  expect(reasons.map(({ node, place }) => [node, place])).toEqual([[2, null], [3, "beside"], [5, "inside"]]);
});

test("of one who is seen in passing nothing else is claimed", () => {
  const miner = track("machine", [entered(1), { event: "failed", node: 1, doing: "executing", problem: "no pick" }], [
    { event: "seen", nodes: [2] },
  ], [{ event: "executed", node: 2 }]);
  expect(miner.at(2)).toMatchObject({ seen: 2, known: true, problem: null });
  expect(miner.at(2).running.get(2)).toMatchObject({ since: 2, exact: false });
  expect([...miner.at(2).running.keys(), miner.at(2).results.size]).toEqual([2, 0]);
  expect(miner.at(3).seen).toBe(null);
});

describe("a planner", () => {
  const found: TraceEvent = { event: "planfound", node: 0, goal: "earn", steps: [3, 3, 4], cost: 3 };
  const logger = track("planner", [entered(1), found, exited(1), entered(3)], [exited(3), entered(3)], [
    { event: "planaborted", node: 3, reason: "it rains" },
    exited(3, "halt"),
    { event: "planfailed", node: 0, goal: "earn", reason: "no axe" },
    entered(1),
  ]);

  test("counts the steps that are done, though an action occurs twice", () => {
    expect(logger.at(1).plannings.get(0)!.plan).toMatchObject({ done: 0, started: true, outcome: "active" });
    expect(logger.at(2).plannings.get(0)!.plan).toMatchObject({ done: 1, started: true });
  });

  test("says of a new plan why the one before it was given up, and forgets that with the next one", () => {
    const again = track("planner", [found], [{ event: "planaborted", node: 3, reason: "it rains" }, found], [found]);
    expect(again.at(2).plannings.get(0)).toMatchObject({ plan: { outcome: "active" }, aborted: { reason: "it rains" } });
    expect(again.at(3).plannings.get(0)!.aborted).toBe(null);
  });

  test("says why a plan was given up, and why there is none", () => {
    const now = logger.at(3).plannings.get(0)!;
    expect(now.plan).toMatchObject({ outcome: "aborted", done: 1 });
    expect(now.aborted).toEqual({ node: 3, reason: "it rains", tick: 3 });
    expect(now.failed).toEqual({ goal: "earn", reason: "no axe", tick: 3 });
  });
});

test("leaving a node leaves what runs inside it, and the answers to the checks stay", () => {
  const life = track(
    "selector",
    [{ event: "switched", selector: 0, node: 2, answers: [[1, false], [2, true]] }, entered(2), entered(4)],
    [{ event: "switched", selector: 0, node: 1, answers: [[1, 0.5]] }, exited(2, "halt"), entered(1)],
  );
  expect(doingText(life.at(1), life.outline)).toBe("work › Saw");
  expect(doingText(life.at(2), life.outline)).toBe("flee");
  expect([...life.at(2).running.keys()]).toEqual([1]);
  expect(life.at(2).checks.get(0)).toEqual({ answers: [[1, 0.5]], chosen: 1, tick: 2 });
});

test("data keeps the tick of its change, and what it was before", () => {
  const miner = track("machine", [{ event: "data", data: { gold: 0 } }], [{ event: "data", data: { gold: 1 } }], [
    { event: "data", data: { gold: 1 } },
  ]);
  expect(miner.at(3).data.get("gold")).toEqual({ value: 1, tick: 2, before: 0 });
});

describe("a track that began in the middle", () => {
  test("stands as it was told, and does not claim to know since when", () => {
    const miner = new Track(outline("machine"));
    miner.add(10, { event: "standing", standing: { entered: [2], results: { 1: ["success", 9] }, data: { gold: 3 } } });
    expect(doingText(miner.at(10), miner.outline)).toBe("Dig");
    expect(miner.at(10).running.get(2)).toMatchObject({ since: 10, exact: false });
    expect(doingText(miner.at(9), miner.outline)).toBe(null);
  });

  test("learns its past later, and loses nothing of what came since", () => {
    const miner = new Track(outline("machine"));
    miner.add(10, { event: "standing", standing: { entered: [2] } });
    miner.add(11, exited(2));
    miner.add(11, entered(1));
    miner.fill(4, 10, { entered: [1] }, [
      { tick: 7, event: exited(1) },
      { tick: 7, event: entered(2) },
    ]);
    expect([4, 6, 7, 10, 11].map((tick) => doingText(miner.at(tick), miner.outline))).toEqual(["Home", "Home", "Dig", "Dig", "Home"]);
    expect(miner.at(10).running.get(2)).toMatchObject({ since: 7, exact: true });
  });
});

test("what was seen of the data stays when the past is filled in", () => {
  const miner = new Track(outline("machine"));
  miner.add(10, { event: "standing", standing: { entered: [2], data: { gold: 3 } } });
  miner.fill(4, 10, { entered: [2] }, [{ tick: 5, event: { event: "executed", node: 2 } }]);
  expect(miner.at(9).data.size).toBe(0);
  expect(miner.at(10).data.get("gold")).toMatchObject({ value: 3 });
});

test("many ticks fold to the same whether one walks or jumps", () => {
  const jumping = new Track(outline("machine"));
  const walking = new Track(outline("machine"));
  for (const made of [jumping, walking]) {
    for (let tick = 1; tick <= 2000; tick++) {
      made.add(tick, exited(tick % 2 ? 1 : 2));
      made.add(tick, entered(tick % 2 ? 2 : 1));
    }
  }
  jumping.at(2000);
  for (const tick of [1999, 3, 1700, 501]) {
    const fresh = new Track(outline("machine"));
    walking.happenings.filter((each) => each.tick <= tick).forEach((each) => fresh.add(each.tick, each.event));
    expect(jumping.at(tick)).toEqual(fresh.at(tick));
  }
});

describe("a recording", () => {
  const lines = [
    {
      gumption: "0.1.0", seed: 0, step: 0.5, scenario: "town",
      entities: [{ id: 1, name: "Bob", outline: "a" }],
      outlines: { a: outline("machine").nodes },
    },
    { tick: 1, time: 0.5, events: [entered(1)] },
    { tick: 2, time: 1, events: [{ event: "added", entity: 2, name: "Elsa" }], entities: [{ id: 2, name: "Elsa", outline: "a" }] },
    {
      tick: 3, time: 1.5,
      events: [
        { event: "received", entity: 1, sender: 2, kind: "stew", data: null },
        exited(1), entered(2), { event: "removed", entity: 2 },
      ],
    },
    { end: 3 },
  ];
  const recording = read(lines);
  const bob = recording.entities.get(1)!;

  test("knows who is there when", () => {
    const elsa = recording.entities.get(2)!;
    expect([1, 2, 3].map((tick) => recording.isThere(elsa, tick))).toEqual([false, true, false]);
    expect([recording.first, recording.last, recording.time(3)]).toEqual([0, 3, 1.5]);
  });

  test("says why: the message before the transition", () => {
    const reasons = why(bob.track.at(3), bob.track.outline, recording);
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatchObject({ node: 2, runs: true, since: 3 });
    expect(reasons[0]!.because.map((each) => each.text)).toEqual(["hears “stew” from Elsa", "Home is done"]);
  });

  test("tells events in words", () => {
    const told = bob.track.happenings.map(({ event }) => words(event, bob.track.outline, recording));
    expect(told).toEqual(["begins Home", "hears “stew” from Elsa", "Home is done", "begins Dig"]);
  });
});

test("the why of a selector's node tells what the checks ask, with the values of what they name", () => {
  const nodes = [
    { id: 0, parent: null, kind: "selector", name: "life", source: null, leads_to: [] },
    { id: 1, parent: 0, kind: "node", name: "rest", source: null, leads_to: [], condition: "tired and place == 'tired'" },
    { id: 2, parent: 0, kind: "node", name: "work", source: null, leads_to: [], condition: "gold > 2" },
  ];
  const life = new Track(new Outline(nodes));
  life.add(1, { event: "data", data: { tired: false, gold: 3 } } as unknown as TraceEvent);
  life.add(1, { event: "switched", entity: 1, selector: 0, node: 2, answers: [[1, false], [2, true]] } as unknown as TraceEvent);
  life.add(1, entered(2));
  expect(conditionText(life.at(1), life.outline, 1)).toBe("tired and place == 'tired' (tired is false now)");
  expect(conditionText(life.at(1), life.outline, 0)).toBeNull();
  const [reason] = why(life.at(1), life.outline, read([{ entities: [], outlines: {} }]));
  expect(reason!.because.map((each) => each.text)).toContain(
    "the checks said rest: no, work: yes; work asks gold > 2 (gold is 3 now)",
  );
});
