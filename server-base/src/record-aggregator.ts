export interface AggregatedRecord<T> {
  record: T;
  count: number;
}

interface Kind<T> {
  single: number;
  folded: number;
  record: T;
}

export const aggregationWindowMs = 60_000;
const mostOfKind = 100;
const mostSingle = 1_000;
const mostKinds = 1_000;

/**
 * Bounds records in a flood: per minute 100 of a kind and 1,000 in all are written; the others of a kind become one with
 * their number. Kinds are keys of `versionsOf`: later versions are more general; the last must have few keys.
 */
export class RecordAggregator<T> {
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

  /** Counts a record. Returns the records to write now: those folded in an earlier minute, and this one unless folded. */
  add(record: T, now: Date): AggregatedRecord<T>[] {
    const earlier = this.take(now);
    const versions = this.#versionsOf(record);
    const place = versions.findIndex((version, index) => this.#hasRoom(this.#keyOf(version), index));
    const version = versions.at(place) ?? record;
    const key = this.#keyOf(version);
    const kind = this.#kinds.get(key) ?? { single: 0, folded: 0, record: version };
    this.#kinds.set(key, kind);
    if (version === record && kind.single < mostOfKind && this.#single < mostSingle) {
      kind.single += 1;
      this.#single += 1;
      return [...earlier, { record, count: 1 }];
    }
    kind.folded += 1;
    kind.record = version;
    return earlier;
  }

  get hasFolded(): boolean {
    return this.#kinds.values().some(({ folded }) => folded > 0);
  }

  take(now: Date): AggregatedRecord<T>[] {
    if (now.getTime() < this.#endsAt) return [];
    const folded = this.end();
    this.#endsAt = now.getTime() + aggregationWindowMs;
    return folded;
  }

  /** All folded records; the next record begins a new minute. */
  end(): AggregatedRecord<T>[] {
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
