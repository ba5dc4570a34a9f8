/** Of which ticks of an entity it is not known what happened in them. */

/** Ticks behind the border `from`, up to that of `to`. */
export interface Range {
  from: number;
  to: number;
}

export class Gaps {
  private ranges: Range[] = [];

  add(from: number, to: number): void {
    if (from >= to) return;
    const apart = this.ranges.filter((each) => each.to < from || each.from > to);
    const met = this.ranges.filter((each) => each.to >= from && each.from <= to);
    const whole = { from: Math.min(from, ...met.map((each) => each.from)), to: Math.max(to, ...met.map((each) => each.to)) };
    this.ranges = [...apart, whole].sort((one, other) => one.from - other.from);
  }

  close(from: number, to: number): void {
    this.ranges = this.ranges
      .flatMap((each) => [{ ...each, to: Math.min(each.to, from) }, { ...each, from: Math.max(each.from, to) }])
      .filter((each) => each.from < each.to);
  }

  /** Whether it is not known how the entity stood at a border. */
  hides(border: number): boolean {
    return this.ranges.some((each) => each.from < border && border <= each.to);
  }

  /** What is missing of the ticks that are at most so far away; null: nothing. */
  near(tick: number, reach: number): Range | null {
    for (const each of this.ranges) {
      const range = { from: Math.max(each.from, tick - reach), to: Math.min(each.to, tick + reach) };
      if (range.from < range.to) return range;
    }
    return null;
  }
}
