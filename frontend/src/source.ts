/** Where recordings come from: a server's socket, or the page itself. */

import { Gaps, type Range } from "./gaps";
import { read, Recording } from "./recording";
import type { FromServer, Hello, Past } from "./wire";

export interface Clock {
  /** Whether it is a world, and not a recording of one. */
  live: boolean;
  control: boolean;
  paused: boolean;
  speed: number | null;
  /** Whether no more will come: the run is over, or the recording is read to its end. */
  ended: boolean;
}

export interface Listener {
  /** There is a recording, perhaps a new one: everything starts over. */
  opened(recording: Recording, title: string, clock: Clock): void;
  /** The recording has grown. */
  grown(): void;
  clock(clock: Clock): void;
  /** Whether what happens now can be heard. */
  connected(is: boolean): void;
  trouble(text: string | null): void;
}

export interface Source {
  start(listener: Listener): void;
  /** Tell everything of this entity from now on, and what is kept of it. */
  watch(id: number): void;
  /** Tell what everybody did at the border of `tick`. */
  look(id: number, tick: number): void;
  control(what: "play" | "pause" | "step"): void;
  speed(speed: number | null): void;
}

/** A recording that lies in the page: nothing will come, and nobody needs to be asked. */
export class EmbeddedSource implements Source {
  constructor(private readonly text: string) {}

  start(listener: Listener): void {
    try {
      const recording = read(JSON.parse(this.text) as unknown[]);
      const clock = { live: false, control: false, paused: true, speed: null, ended: true };
      listener.opened(recording, recording.header.scenario ?? "recording", clock);
      if (recording.error) listener.trouble(`The run ended with ${recording.error}`);
    } catch (error) {
      listener.trouble(`This page holds no recording that it can read: ${String(error)}`);
    }
  }

  watch(): void {}
  look(): void {}
  control(): void {}
  speed(): void {}
}

/** So many ticks are asked for of themselves; more of them only when somebody looks back at them. */
const SMALL = 200;
/** How many ticks before and behind the one that is looked at are asked for. */
const REACH = 1000;
const ENDED = "The run has ended, and its server is gone; what was seen stays.";
const LOST = "No connection to the world; trying again …";
const MOVED = "The program was started anew, and its address has changed: open the one that it has printed last.";
const FULL = "The server is there, but takes no more pages: close one of those that are open.";

/** A server that speaks the wire of docs/inspector.md. Comes back when the connection is lost. */
export class SocketSource implements Source {
  private socket: WebSocket | null = null;
  private listener: Listener | null = null;
  private recording: Recording | null = null;
  private clockNow: Clock = { live: true, control: false, paused: false, speed: 1, ended: false };
  private watched: number | null = null;
  /** Whether it was told how the watched one stands. */
  private stands = false;
  /** Up to which tick each entity was watched. */
  private left = new Map<number, number>();
  private gaps = new Map<number, Gaps>();
  /** What was asked for and not yet answered: answers come in the order of the questions. */
  private asked: (Range & { id: number })[] = [];
  private looked: { id: number; tick: number } | null = null;
  private delay = 500;

  constructor(private readonly url: string) {}

  start(listener: Listener): void {
    this.listener = listener;
    this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.asked = [];
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as FromServer);
    socket.onclose = () => {
      this.listener?.connected(false);
      void this.whyClosed();
      window.setTimeout(() => this.connect(), this.delay);
      this.delay = Math.min(this.delay * 2, 10_000);
    };
  }

  /** A socket that is turned away looks like one that nobody answers: the page itself tells the two apart. */
  private async whyClosed(): Promise<void> {
    const page = this.url.replace(/^ws/, "http").replace(/\/ws(?=\?|$)/, "/");
    const status = await fetch(page, { cache: "no-store" }).then((answer) => answer.status, () => 0);
    if (this.socket?.readyState === WebSocket.OPEN) return;
    const silent = this.clockNow.ended ? ENDED : LOST;
    this.listener?.trouble(status === 403 ? MOVED : status === 200 && !this.recording ? FULL : silent);
  }

  private send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private hear(message: FromServer): void {
    if (message.type === "hello") return this.begin(message);
    const recording = this.recording;
    if (!recording) return;
    switch (message.type) {
      case "tick":
        recording.add(message);
        break;
      case "standing":
        recording.stand(message.id, message.tick, message.standing);
        if (!this.stands) this.miss(message.id, this.left.get(message.id) ?? recording.first, message.tick, Infinity);
        this.stands = true;
        break;
      case "past":
        this.learn(recording, message);
        break;
      case "lost":
        recording.lose(message);
        if (this.watched !== null) this.miss(this.watched, message.from, message.to, this.clockNow.live ? SMALL : Infinity);
        break;
      case "state":
        this.clockNow = { ...this.clockNow, paused: message.paused, speed: message.speed, ended: message.ended ?? false };
        this.listener?.clock(this.clockNow);
        if (message.problem) this.listener?.trouble(message.problem);
        break;
      case "problem":
        this.listener?.trouble(message.problem);
        window.setTimeout(() => this.listener?.trouble(null), 8000);
        break;
    }
    this.listener?.grown();
  }

  private begin(hello: Hello): void {
    const live = hello.live ?? true;
    const recording = new Recording(hello.header, !live);
    recording.first = hello.first_tick;
    recording.last = hello.tick;
    recording.tellTime(hello.tick, hello.time);
    recording.tellDoing(hello.tick, hello.doing);
    recording.comeAndGo(hello);
    this.recording = recording;
    this.left.clear();
    this.gaps.clear();
    this.watched = this.looked = null;
    this.delay = 500;
    this.clockNow = { live, control: hello.control, paused: hello.paused, speed: hello.speed, ended: hello.ended ?? !live };
    this.listener?.trouble(null);
    this.listener?.connected(true);
    this.listener?.opened(recording, hello.title, this.clockNow);
  }

  private seek(id: number, from: number, to: number): void {
    if (this.asked.some((each) => each.id === id && each.from === from && each.to === to)) return;
    this.asked.push({ id, from, to });
    this.send({ type: "seek", id, from, to });
  }

  private gapsOf(id: number): Gaps {
    if (!this.gaps.has(id)) this.gaps.set(id, new Gaps());
    return this.gaps.get(id)!;
  }

  /** It was not told what an entity did in these ticks: if they are not too many they are asked for at once. */
  private miss(id: number, from: number, to: number, many: number): void {
    this.gapsOf(id).add(from, to);
    if (from < to && to - from <= many) this.seek(id, from, to);
  }

  /** The answer to what was asked for first, or to the beginning of it. */
  private learn(recording: Recording, past: Past): void {
    const asked = this.asked.shift() ?? past;
    if (asked.from === asked.to) recording.tellPast(past.to, past.doing);
    else {
      const gaps = this.gapsOf(past.id);
      recording.fill(past, !gaps.hides(past.from));
      const goesOn = past.from < past.to && past.to < asked.to;
      gaps.close(asked.from, goesOn ? past.to : asked.to); // what was left out at the beginning is not kept
      if (goesOn) this.seek(past.id, past.to, asked.to);
    }
    this.lookAround();
  }

  /** Ask for what happened around the tick that is looked at, unless such a question is under way. */
  private lookAround(): void {
    if (!this.looked || this.asked.some((each) => each.from < each.to)) return;
    const { id, tick } = this.looked;
    const range = this.gapsOf(id).near(tick, REACH);
    if (range) this.seek(id, range.from, range.to);
    else this.looked = null;
  }

  watch(id: number): void {
    if (this.watched === id || !this.recording) return;
    if (this.watched !== null) this.left.set(this.watched, this.recording.last);
    this.watched = id;
    this.stands = false;
    this.send({ type: "watch", ids: [id] });
    // In a recorded file nobody stands anywhere in particular: all of it is asked for.
    if (!this.clockNow.live) this.miss(id, this.left.get(id) ?? this.recording.first, this.recording.last, Infinity);
  }

  look(id: number, tick: number): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.seek(id, tick, tick);
    this.looked = { id, tick };
    this.lookAround();
  }

  control(what: "play" | "pause" | "step"): void {
    this.send({ type: "control", do: what });
  }

  speed(speed: number | null): void {
    this.send({ type: "control", do: "speed", speed });
  }
}

/** The source of this page: the recording in it, or the socket of who served it. */
export function sourceOfPage(page: Document, address: Location): Source {
  const text = page.getElementById("recording")?.textContent?.trim() ?? "";
  if (text.startsWith("[")) return new EmbeddedSource(text);
  const url = new URL("ws", address.href);
  url.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  url.search = address.search;
  url.hash = "";
  return new SocketSource(url.href);
}
