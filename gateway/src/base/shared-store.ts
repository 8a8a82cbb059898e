/**
 * Texts under names, each with an end, that all gateways of an installation have in common; or one gateway alone. Names and texts may have personal data.
 * What the store cannot do throws UPSTREAM_UNAVAILABLE: it may have been done all the same.
 */
export interface SharedStore {
  /** Null for a name without a text; empty for a text that can no longer be read. */
  read(name: string): Promise<string | null>;
  write(name: string, text: string, ttlMs: number): Promise<void>;
  /** Writes a mark, which is no secret, where the name has no text. Null if it did: of two gateways one; else what the name has. */
  claim(name: string, mark: string, ttlMs: number): Promise<string | null>;
  /** Lengthens the life of a mark, unless it has ended or is another one. */
  renew(name: string, mark: string, ttlMs: number): Promise<void>;
  /** Removes what the name has; with `mark` only that mark. */
  remove(name: string, mark?: string): Promise<void>;
}

/** The attempts of a key in a window that begins with the first one. */
export interface CountedAttempts {
  count: number;
  /** Milliseconds until the window ends. */
  endsInMs: number;
}

/** Counts of attempts that all gateways of an installation have in common. Throws UPSTREAM_UNAVAILABLE as a store does. */
export interface SharedCounter {
  add(name: string): Promise<CountedAttempts>;
  subtract(name: string): Promise<void>;
  get(name: string): Promise<CountedAttempts>;
  reset(name: string): Promise<void>;
}

export interface SharedState {
  store: SharedStore;
  /** The counter of a limit with this name and window. */
  counter(limit: string, seconds: number): SharedCounter;
  /**
   * Adds what a gateway has let a budget spend, as the milliseconds in which the budget regains it; `leftMs`: what of these is left if nothing else was spent. The milliseconds until
   * the budget is full again, of what all gateways have added. Throws as a store does.
   */
  spendBudget(name: string, spentMs: number, leftMs: number): Promise<number>;
  /** Whether the last answer is missing. */
  readonly isOut: boolean;
  close(): void;
}
