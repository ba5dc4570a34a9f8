/** Where recordings come from: a server's socket, or the page itself. */

import { read, Recording } from "./recording";
import type { FromServer, Hello } from "./wire";

export interface Clock {
  /** Whether more may come. */
  live: boolean;
  control: boolean;
  paused: boolean;
  speed: number | null;
  ended: boolean;
}

export interface Listener {
  /** There is a recording, perhaps a new one: everything starts over. */
  opened(recording: Recording, title: string, clock: Clock): void;
  /** The recording has grown. */
  grown(): void;
  clock(clock: Clock): void;
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

/** A server that speaks the wire of docs/inspector.md. Comes back when the connection is lost. */
export class SocketSource implements Source {
  private socket: WebSocket | null = null;
  private listener: Listener | null = null;
  private recording: Recording | null = null;
  private clockNow: Clock = { live: true, control: false, paused: false, speed: 1, ended: false };
  private watched: number | null = null;
  /** Up to which tick each entity's past is wanted. */
  private wanted = new Map<number, number>();
  /** Behind the last tick of which an entity's events were told. */
  private known = new Map<number, number>();
  private delay = 500;

  constructor(private readonly url: string) {}

  start(listener: Listener): void {
    this.listener = listener;
    this.connect();
  }

  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as FromServer);
    socket.onclose = () => {
      if (this.clockNow.ended) this.listener?.trouble("The run has ended, and its server is gone; what was seen stays.");
      else this.listener?.trouble("No connection to the world; trying again …");
      window.setTimeout(() => this.connect(), this.delay);
      this.delay = Math.min(this.delay * 2, 10_000);
    };
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
        this.seek(message.id, this.known.get(message.id) ?? recording.first, message.tick);
        break;
      case "data":
        recording.add({ tick: message.tick, time: recording.time(message.tick), data: { [message.id]: message.fields } });
        break;
      case "past":
        recording.fill(message);
        recording.tellPast(message.to, message.doing);
        this.seekOn(message.id, message.from, message.to);
        break;
      case "lost":
        recording.lose(message);
        // What a fast world left out is asked for in small doses only: the newest of it.
        if (this.watched !== null && message.count <= 200) this.seek(this.watched, message.from, message.to);
        break;
      case "state":
        this.clockNow = { ...this.clockNow, paused: message.paused, speed: message.speed, ended: message.ended ?? false };
        this.listener?.clock(this.clockNow);
        break;
      case "problem":
        this.listener?.trouble(message.problem);
        window.setTimeout(() => this.listener?.trouble(null), 8000);
        break;
    }
    this.listener?.grown();
  }

  private begin(hello: Hello): void {
    const recording = new Recording(hello.header);
    recording.first = hello.first_tick;
    recording.last = hello.tick;
    recording.tellTime(hello.tick, hello.time);
    recording.tellDoing(hello.tick, hello.doing);
    for (const [id, tick] of Object.entries(hello.gone ?? {})) recording.leave(Number(id), tick);
    this.recording = recording;
    this.wanted.clear();
    this.known.clear();
    this.watched = null;
    this.delay = 500;
    const live = hello.live ?? true;
    this.clockNow = { live, control: hello.control, paused: hello.paused, speed: hello.speed, ended: !live };
    this.listener?.trouble(null);
    this.listener?.opened(recording, hello.title, this.clockNow);
  }

  private seek(id: number, from: number, to: number): void {
    if (from >= to) return;
    this.wanted.set(id, Math.max(this.wanted.get(id) ?? 0, to));
    this.send({ type: "seek", id, from, to });
  }

  private seekOn(id: number, from: number, to: number): void {
    const wanted = this.wanted.get(id) ?? 0;
    if (to < wanted && to > from) this.send({ type: "seek", id, from: to, to: wanted });
  }

  watch(id: number): void {
    if (this.watched === id || !this.recording) return;
    if (this.watched !== null) this.known.set(this.watched, this.recording.last);
    this.watched = id;
    this.send({ type: "watch", ids: [id] });
    // In a recorded file nobody stands anywhere in particular: all of it is asked for.
    if (!this.clockNow.live) this.seek(id, this.known.get(id) ?? this.recording.first, this.recording.last);
  }

  look(id: number, tick: number): void {
    this.send({ type: "seek", id, from: tick, to: tick });
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
