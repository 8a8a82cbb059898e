/** A record, and how many occurrences it stands for. */
export interface Folded<T> {
  record: T;
  count: number;
}

interface Kind<T> {
  single: number;
  folded: number;
  record: T;
}

/** How long alike records are counted together. */
export const foldWindowMs = 60_000;
const mostAlike = 100;
const mostSingle = 1_000;
const mostKinds = 1_000;

/**
 * Bounds how many records a flood of them makes. In a minute 100 alike and 1,000 in all are written one by one; of each further kind one record is written at
 * the end, with their number. Records are alike when `versionsOf` gives the same first key. Of more than 1,000 kinds the next, more general version counts,
 * and of the last one there must be few.
 */
export class Fold<T> {
  readonly #versionsOf: (record: T) => readonly [T, ...T[]];
  readonly #keyOf: (record: T) => string;
  readonly #kinds = new Map<string, Kind<T>>();
  #endsAt = 0;
  #single = 0;

  constructor({
    versionsOf,
    keyOf,
  }: {
    versionsOf: (record: T) => readonly [T, ...T[]];
    keyOf: (record: T) => string;
  }) {
    this.#versionsOf = versionsOf;
    this.#keyOf = keyOf;
  }

  /** Counts a record. The answer is what is to be written now: what an earlier minute has folded, and this record unless it is folded itself. */
  add(record: T, now: Date): Folded<T>[] {
    const earlier = this.take(now);
    const versions = this.#versionsOf(record);
    const place = versions.findIndex((version, index) => this.#hasRoom(this.#keyOf(version), index));
    const version = versions.at(place) ?? record;
    const key = this.#keyOf(version);
    const kind = this.#kinds.get(key) ?? { single: 0, folded: 0, record: version };
    this.#kinds.set(key, kind);
    if (version === record && kind.single < mostAlike && this.#single < mostSingle) {
      kind.single += 1;
      this.#single += 1;
      return [...earlier, { record, count: 1 }];
    }
    kind.folded += 1;
    kind.record = version;
    return earlier;
  }

  /** Whether something is folded that was not taken yet. */
  get hasFolded(): boolean {
    return this.#kinds.values().some(({ folded }) => folded > 0);
  }

  /** What was folded in a minute that is over. */
  take(now: Date): Folded<T>[] {
    if (now.getTime() < this.#endsAt) return [];
    const folded = this.end();
    this.#endsAt = now.getTime() + foldWindowMs;
    return folded;
  }

  /** What was folded so far; the next record begins a new minute. */
  end(): Folded<T>[] {
    const folded = [...this.#kinds.values()].flatMap(({ record, folded: count }) =>
      count > 0 ? { record, count } : [],
    );
    this.#kinds.clear();
    this.#single = 0;
    this.#endsAt = 0;
    return folded;
  }

  #hasRoom(key: string, generality: number): boolean {
    return this.#kinds.has(key) || this.#kinds.size < mostKinds * (generality + 1);
  }
}
