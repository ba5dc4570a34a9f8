/** All that a page knows of a run: who is in it, what each of them did, and when. */

import { doingText } from "./doing";
import { Outline } from "./outline";
import { count, Track } from "./track";
import type { Doing, EntityLine, Header, Lost, OutlineNode, Past, Standing, TraceEvent, Line } from "./wire";

/** How many changes of what each one does are kept in a world that runs on. */
const KEPT = 4000;

/** How one stands of whom nothing is known: he was not watched then, or was not there. */
const UNKNOWN: Standing = {};

export interface Entity {
  id: number;
  name: string;
  track: Track;
  /** Ticks in which it came and went, as far as known. */
  came: number | null;
  gone: number | null;
  /** What the server says that it does: where the list has a tick, it holds from there on. */
  doing: { tick: number; text: string | null }[];
}

export class Recording {
  readonly entities = new Map<number, Entity>();
  private readonly outlines = new Map<string, Outline>();
  private readonly times = new Map<number, number>();
  /** What everybody did at one earlier tick: the one that was asked for last. */
  private past: { tick: number; doing: Doing } | null = null;
  first = 0;
  last = 0;
  error: string | null = null;

  /** @param isAsked whether what everybody does is told of ticks that were asked for only */
  constructor(readonly header: Header, private readonly isAsked = false) {
    this.meet(header.entities, header.outlines, null);
  }

  meet(entities: EntityLine[] = [], outlines: Record<string, OutlineNode[]> = {}, tick: number | null): void {
    for (const [digest, nodes] of Object.entries(outlines)) {
      if (nodes.length) this.outlines.set(digest, new Outline(nodes));
    }
    for (const { id, name, outline } of entities) {
      const shape = this.outlines.get(outline);
      if (!shape || this.entities.has(id)) continue;
      this.entities.set(id, { id, name, track: new Track(shape), came: tick, gone: null, doing: [] });
    }
  }

  name(id: number | null | undefined): string {
    return id === null || id === undefined ? "outside" : (this.entities.get(id)?.name ?? `entity ${id}`);
  }

  time(tick: number): number {
    return this.times.get(tick) ?? tick * this.header.step;
  }

  tellTime(tick: number, time: number): void {
    this.times.set(tick, time);
  }

  /** A line of a recording, or a `tick` of the socket. */
  add(line: Line): void {
    this.last = Math.max(this.last, line.tick);
    this.times.set(line.tick, line.time);
    this.meet(line.entities, line.outlines, line.tick);
    for (const event of line.events ?? []) this.hear(line.tick, event);
    for (const [id, fields] of Object.entries(line.data ?? {})) {
      this.entities.get(Number(id))?.track.add(line.tick, { event: "data", data: fields });
    }
    for (const id of line.removed ?? []) this.leave(id, line.tick);
    this.tellDoing(line.tick, line.doing);
  }

  private hear(tick: number, event: TraceEvent): void {
    const own = event.entity ?? null;
    if (own !== null) this.entities.get(own)?.track.add(tick, event);
    const other = event.event === "sent" || event.event === "undeliverable" ? event.receiver : undefined;
    if (own === null && other !== undefined) this.entities.get(other)?.track.add(tick, event);
    if (event.event === "removed" && own !== null) this.leave(own, tick);
  }

  /** In which ticks who came and went. */
  comeAndGo({ came = {}, gone = {} }: { came?: Record<string, number>; gone?: Record<string, number> }): void {
    for (const [id, tick] of Object.entries(came)) {
      const entity = this.entities.get(Number(id));
      if (entity) entity.came = tick;
    }
    for (const [id, tick] of Object.entries(gone)) this.leave(Number(id), tick);
  }

  private leave(id: number, tick: number): void {
    const entity = this.entities.get(id);
    if (entity) entity.gone = tick;
  }

  tellDoing(tick: number, doing: Doing = {}): void {
    for (const [id, text] of this.isAsked ? [] : Object.entries(doing)) {
      const known = this.entities.get(Number(id))?.doing;
      known?.push({ tick, text });
      if (known && known.length > KEPT) known.splice(0, KEPT / 2);
    }
  }

  tellPast(tick: number, doing: Doing = {}): void {
    this.past = { tick, doing };
  }

  stand(id: number, tick: number, standing: Standing): void {
    this.entities.get(id)?.track.add(tick, { event: "standing", standing });
  }

  lose(lost: Lost): void {
    this.last = Math.max(this.last, lost.to);
    this.times.set(lost.to, lost.time);
    this.meet(lost.entities, lost.outlines, lost.to);
    for (const [id, standing] of Object.entries(lost.standing ?? {})) this.stand(Number(id), lost.to, standing);
    this.comeAndGo(lost);
    this.tellDoing(lost.to, lost.doing);
  }

  /** @param joined whether it is known how the entity stood where this begins */
  fill(past: Past, joined: boolean): void {
    const happenings = [];
    for (const line of past.lines ?? []) {
      this.times.set(line.tick, line.time);
      for (const event of line.events ?? []) happenings.push({ tick: line.tick, event });
      const fields = line.data?.[String(past.id)];
      if (fields) happenings.push({ tick: line.tick, event: { event: "data", data: fields } });
    }
    const track = this.entities.get(past.id)?.track;
    const start = joined && track?.count(past.from) ? null : (past.start ?? UNKNOWN);
    track?.fill(past.from, past.to, start, happenings);
  }

  /** What an entity does at the border of `tick`. */
  doing(entity: Entity, tick: number): string | null {
    const asked = this.past && this.past.tick <= tick ? (this.past.doing[String(entity.id)] ?? null) : "…";
    if (this.past?.tick === tick) return asked;
    const told = entity.doing[count(entity.doing, tick) - 1];
    if (told) return told.text;
    const isKnown = entity.track.count(tick) > 0 || (!entity.doing.length && !this.isAsked);
    return isKnown ? doingText(entity.track.at(tick), entity.track.outline) : asked;
  }

  isThere(entity: Entity, tick: number): boolean {
    return (entity.came === null || entity.came <= tick) && (entity.gone === null || tick < entity.gone);
  }
}

/** Read a whole recording. */
export function read(lines: unknown[]): Recording {
  const recording = new Recording(lines[0] as Header);
  let first: number | null = null;
  for (const line of lines.slice(1) as (Line & { end?: number; error?: string | null })[]) {
    if (line.end !== undefined) {
      for (const event of line.events ?? []) recording.add({ tick: line.end, time: recording.time(line.end), events: [event] });
      recording.error = line.error ?? null;
      continue;
    }
    first ??= line.tick;
    recording.add(line);
  }
  recording.first = Math.max(0, (first ?? 1) - 1);
  return recording;
}
