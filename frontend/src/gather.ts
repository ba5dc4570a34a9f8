/** What is looked for in all that happened to an entity: gone through once, however often it is asked for. */

import type { Happening } from "./state";
import type { Track } from "./track";

export class Gathering<Found> {
  private readonly known = new WeakMap<Track, { rewritten: number; upTo: number; found: Found }>();

  constructor(
    private readonly start: () => Found,
    private readonly take: (found: Found, happening: Happening, track: Track) => void,
  ) {}

  of(track: Track): Found {
    let known = this.known.get(track);
    if (known?.rewritten !== track.rewritten) {
      this.known.set(track, (known = { rewritten: track.rewritten, upTo: 0, found: this.start() }));
    }
    while (known.upTo < track.happenings.length) this.take(known.found, track.happenings[known.upTo++]!, track);
    return known.found;
  }
}
