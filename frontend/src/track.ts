/** What happened to one entity, and how it stood at any tick of that. */

import { apply } from "./model";
import type { Outline } from "./outline";
import { blank, copy, type Happening, type State } from "./state";
import type { Standing, TraceEvent } from "./wire";

const CHECKPOINT = 500;
const KEPT = 200_000;

/** How many of these, which are in the order of their ticks, are not behind the border of `tick`. */
export function count(ordered: { tick: number }[], tick: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ordered[middle]!.tick <= tick) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** All that is known of one entity, and how it stood at any tick of that. */
export class Track {
  readonly happenings: Happening[] = [];
  private base = blank();
  /** Of ticks up to this one nothing is kept but what they came to. */
  private begin = -1;
  private checkpoints: { count: number; state: State }[] = [];
  /** One for the page, one for the lane: they look at different ticks, and each walks on from where it was. */
  private cursors = [0, 1].map(() => ({ count: 0, state: blank() }));
  /** Counts how often what was known has changed, other than at its end. */
  rewritten = 0;

  constructor(readonly outline: Outline) {}

  add(tick: number, event: TraceEvent): void {
    this.happenings.push({ tick, event });
    if (this.happenings.length > KEPT) this.forget(KEPT / 4);
  }

  /** How many happenings there are up to the border of `tick`. */
  count(tick: number): number {
    return count(this.happenings, tick);
  }

  /**
   * Put what happened behind the border of `from` up to that of `to` in the place of what was known of it.
   *
   * @param start how the entity stood at `from`, unless that is known from what came before: then null
   */
  fill(from: number, to: number, start: Standing | null, happenings: Happening[]): void {
    if (from < this.begin) return;
    const first = this.count(from);
    const last = this.count(to);
    const news = [...happenings];
    if (start) news.unshift({ tick: from, event: { event: "standing", standing: start } });
    // Fields are read only of those who are watched: what was seen of them stays.
    for (const { tick, event } of this.happenings.slice(first, last)) {
      const fields = event.event === "data" ? event.data : event.standing?.data;
      if (fields) news.push({ tick, event: { event: "data", data: fields } });
    }
    news.sort((one, other) => one.tick - other.tick);
    const behind = this.happenings.slice(last);
    this.happenings.length = first;
    for (const each of news) this.happenings.push(each);
    for (const each of behind) this.happenings.push(each);
    this.checkpoints = this.checkpoints.filter((each) => each.count <= first);
    this.restart();
  }

  private forget(count: number): void {
    for (const each of this.happenings.splice(0, count)) apply(this.base, this.outline, each);
    this.begin = this.base.tick;
    this.checkpoints = [];
    this.restart();
  }

  private restart(): void {
    this.cursors = this.cursors.map(() => ({ count: 0, state: copy(this.base) }));
    this.rewritten++;
  }

  /** How the entity stood at the border of `tick`. The caller must not change it, nor keep it. */
  at(tick: number, reader: 0 | 1 = 0): State {
    const wanted = this.count(tick);
    let cursor = this.cursors[reader]!;
    const near = this.checkpoints.filter((each) => each.count <= wanted).at(-1);
    if (wanted < cursor.count || (near && near.count > cursor.count + CHECKPOINT)) {
      cursor = near ? { count: near.count, state: copy(near.state) } : { count: 0, state: copy(this.base) };
      this.cursors[reader] = cursor;
    }
    while (cursor.count < wanted) {
      apply(cursor.state, this.outline, this.happenings[cursor.count]!);
      cursor.count++;
      const known = this.checkpoints.at(-1)?.count ?? 0;
      if (cursor.count - known >= CHECKPOINT) this.checkpoints.push({ count: cursor.count, state: copy(cursor.state) });
    }
    return cursor.state;
  }
}
