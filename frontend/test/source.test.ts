import { beforeEach, expect, test, vi } from "vitest";

import { doingText } from "../src/doing";
import type { Recording } from "../src/recording";
import { EmbeddedSource, SocketSource, type Clock, type Listener } from "../src/source";

class FakeSocket {
  static OPEN = 1;
  static last: FakeSocket;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: (message: { data: string }) => void = () => {};
  onclose: () => void = () => {};
  constructor(readonly url: string) {
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  tell(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const NODES = ["machine", "state", "state"].map((kind, id) => ({
  id, parent: id ? 0 : null, kind, name: ["miner", "Home", "Dig"][id], source: null, leads_to: [],
}));
const HEADER = { gumption: "0.1.0", seed: 0, step: 1, scenario: "town", outlines: { a: NODES }, entities: [{ id: 1, name: "Bob", outline: "a" }] };
const HELLO = { type: "hello", version: 1, title: "town", control: true, live: true, header: HEADER, doing: { 1: "Dig" }, first_tick: 0, tick: 12, time: 12, paused: false, speed: 1 };

let opened: Recording;
let clock: Clock;
const troubles: (string | null)[] = [];
const listener: Listener = {
  opened: (recording, _title, now) => void ([opened, clock] = [recording, now]),
  grown: () => {},
  clock: (now) => void (clock = now),
  connected: () => {},
  trouble: (text) => void troubles.push(text),
};

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", { setTimeout: () => 0 });
});

function connected(): [SocketSource, FakeSocket] {
  const source = new SocketSource("ws://here/ws");
  source.start(listener);
  FakeSocket.last.tell(HELLO);
  return [source, FakeSocket.last];
}

const bob = () => opened.entities.get(1)!;
const at = (tick: number) => doingText(bob().track.at(tick), bob().track.outline);

test("watching asks for what is kept of the past, part by part", () => {
  const [source, socket] = connected();
  source.watch(1);
  expect(socket.sent).toEqual([{ type: "watch", ids: [1] }]);
  socket.tell({ type: "standing", id: 1, tick: 12, standing: { entered: [2] } });
  expect(socket.sent.at(-1)).toEqual({ type: "seek", id: 1, from: 0, to: 12 });
  expect([at(11), at(12)]).toEqual([null, "Dig"]);
  socket.tell({ type: "past", id: 1, from: 0, to: 5, start: {}, lines: [{ tick: 3, time: 3, events: [{ event: "entered", entity: 1, node: 1 }] }] });
  expect(socket.sent.at(-1)).toEqual({ type: "seek", id: 1, from: 5, to: 12 });
  socket.tell({ type: "past", id: 1, from: 5, to: 12, start: { entered: [1] }, lines: [
    { tick: 9, time: 9, events: [{ event: "exited", entity: 1, node: 1, reason: "success" }, { event: "entered", entity: 1, node: 2 }] },
  ] });
  expect(socket.sent).toHaveLength(3);
  expect([2, 3, 8, 9, 12].map(at)).toEqual([null, "Home", "Home", "Dig", "Dig"]);
  expect(bob().track.at(12).running.get(2)).toMatchObject({ since: 9, exact: true });
});

test("ticks that were not sent leave no gap in how one stands", () => {
  const [source, socket] = connected();
  source.watch(1);
  socket.tell({ type: "lost", count: 800, from: 12, to: 812, time: 812, standing: { 1: { entered: [1], data: { gold: 7 } } }, doing: { 1: "Home" } });
  expect([opened.last, at(812), opened.doing(bob(), 812), opened.doing(bob(), 12)]).toEqual([812, "Home", "Home", "Dig"]);
  expect(bob().track.at(812).data.get("gold")?.value).toBe(7);
});

const seeks = (socket: FakeSocket) => socket.sent.filter((each) => each.type === "seek").map(({ from, to }) => [from, to]);

test("what a fast world left out is asked for where somebody looks back, and goes on from where an answer ended", () => {
  const [source, socket] = connected();
  source.watch(1);
  socket.tell({ type: "standing", id: 1, tick: 12, standing: { entered: [2] } });
  socket.tell({ type: "past", id: 1, from: 0, to: 12, start: {} });
  for (let tick = 12; tick < 40_012; tick += 800) {
    socket.tell({ type: "lost", count: 800, from: tick, to: tick + 800, time: tick, standing: { 1: { entered: [1] } } });
  }
  expect(seeks(socket)).toEqual([[0, 12]]);
  source.look(1, 20_000);
  expect(seeks(socket).slice(1)).toEqual([[20_000, 20_000], [19_000, 21_000]]);
  socket.tell({ type: "past", id: 1, from: 20_000, to: 20_000, start: null, doing: { 1: "Dig" } });
  socket.tell({ type: "past", id: 1, from: 19_000, to: 19_990, start: { entered: [2] }, lines: [
    { tick: 19_990, time: 0, events: [{ event: "exited", entity: 1, node: 2, reason: "success" }] },
  ] });
  expect(seeks(socket).at(-1)).toEqual([19_990, 21_000]);
  socket.tell({ type: "past", id: 1, from: 19_990, to: 21_000, start: {}, lines: [
    { tick: 19_995, time: 0, events: [{ event: "entered", entity: 1, node: 2 }] },
  ] });
  expect(seeks(socket)).toHaveLength(4); // now nothing is missing there
  expect([19_500, 19_999].map(at)).toEqual(["Dig", "Dig"]);
  expect(bob().track.at(19_999).running.get(2)).toMatchObject({ since: 19_995, exact: true });
  expect(opened.doing(bob(), 40_012)).toBe("Dig");
  source.look(1, 20_000);
  expect(seeks(socket)).toHaveLength(5); // only what everybody did
});

test("what is not kept any more is asked for once", () => {
  const [source, socket] = connected();
  source.watch(1);
  socket.tell({ type: "standing", id: 1, tick: 12, standing: { entered: [2] } });
  socket.tell({ type: "past", id: 1, from: 9, to: 12, start: null });
  source.look(1, 3);
  expect(seeks(socket)).toEqual([[0, 12], [3, 3]]);
  expect([at(3), bob().track.at(10).known]).toEqual([null, false]);
});

test("a file that is still being read grows, and all that the chosen one does is asked for as it comes", () => {
  const [source, socket] = connected();
  socket.tell({ ...HELLO, live: false, control: false, ended: false, tick: 0, time: 0, doing: { 1: "Home" } });
  expect([clock.live, clock.ended, opened.last, opened.doing(bob(), 0)]).toEqual([false, false, 0, "…"]);
  source.watch(1);
  socket.tell({ type: "standing", id: 1, tick: 0, standing: {} });
  expect(seeks(socket)).toEqual([]);
  socket.tell({ type: "lost", count: 9000, from: 0, to: 9000, time: 9000, doing: { 1: "Dig" } });
  expect(seeks(socket)).toEqual([[0, 9000]]);
  socket.tell({ type: "past", id: 1, from: 0, to: 9000, start: {}, lines: [{ tick: 7, time: 7, events: [{ event: "entered", entity: 1, node: 2 }] }] });
  expect([at(6), at(7), at(9000)]).toEqual([null, "Dig", "Dig"]);
  socket.tell({ type: "state", paused: false, speed: null, ended: true, problem: "the file is cut short" });
  expect([clock.ended, opened.last, troubles.at(-1)]).toEqual([true, 9000, "the file is cut short"]);
});

test("the same span of a file is asked for once", () => {
  const [source, socket] = connected();
  socket.tell({ ...HELLO, live: false, ended: true });
  source.watch(1);
  socket.tell({ type: "standing", id: 1, tick: 12, standing: {} });
  expect(seeks(socket)).toEqual([[0, 12]]);
});

test("of those who are not watched in a file, what they did last is shown, as far as it was asked for", () => {
  const [, socket] = connected();
  socket.tell({ ...HELLO, live: false, ended: true, doing: { 1: "Dig" } });
  expect([5, 12].map((tick) => opened.doing(bob(), tick))).toEqual(["…", "…"]);
  socket.tell({ type: "past", id: 1, from: 5, to: 5, start: null, doing: { 1: "Home" } });
  expect([4, 5, 6].map((tick) => opened.doing(bob(), tick))).toEqual(["…", "Home", "Home"]);
});

test("a standing that comes again stands for what was known, and asks for nothing", () => {
  const [source, socket] = connected();
  source.watch(1);
  socket.tell({ type: "standing", id: 1, tick: 12, standing: {} });
  const before = socket.sent.length;
  socket.tell({ type: "standing", id: 1, tick: 12, standing: { entered: [1], data: { gold: 2 } } });
  expect([at(12), bob().track.at(12).data.get("gold")?.value, socket.sent.length]).toEqual(["Home", 2, before]);
});

test.each([
  [403, "The program was started anew, and its address has changed: open the one that it has printed last."],
  [0, "No connection to the world; trying again …"],
])("a lost connection is explained: %d", async (status, said) => {
  const asked = vi.fn(async (_url: string) => (status ? { status } : Promise.reject(new Error("refused"))));
  vi.stubGlobal("fetch", asked);
  const [, socket] = connected();
  socket.readyState = 3;
  socket.onclose();
  await vi.waitFor(() => expect(troubles.at(-1)).toBe(said));
  expect(asked.mock.calls[0]![0]).toBe("http://here/");
});

test("when the server says hello again everything starts over, and the same one is watched again", () => {
  const [source, socket] = connected();
  source.watch(1);
  const before = opened;
  socket.tell(HELLO);
  expect(opened).not.toBe(before);
  source.watch(1);
  expect(socket.sent).toEqual([{ type: "watch", ids: [1] }, { type: "watch", ids: [1] }]);
});

test("the state of the world's clock comes through, and problems are told", () => {
  const [source, socket] = connected();
  source.control("pause");
  expect(socket.sent.at(-1)).toEqual({ type: "control", do: "pause" });
  socket.tell({ type: "state", paused: true, speed: null, ended: false });
  expect(clock).toMatchObject({ paused: true, speed: null, control: true });
  socket.tell({ type: "problem", problem: "it only looks" });
  expect(troubles.at(-1)).toBe("it only looks");
  socket.tell({ type: "what a later version says" });
});

test("a page with a recording in it needs no socket", () => {
  const before = FakeSocket.last;
  new EmbeddedSource(JSON.stringify([HEADER, { tick: 1, time: 1, events: [{ event: "entered", entity: 1, node: 2 }] }, { end: 1 }])).start(listener);
  expect([opened.first, opened.last, at(1), clock.live]).toEqual([0, 1, "Dig", false]);
  expect(FakeSocket.last).toBe(before);
});

test("a page whose recording is damaged says so", () => {
  new EmbeddedSource("[{").start(listener);
  expect(troubles.at(-1)).toMatch(/no recording that it can read/);
});
