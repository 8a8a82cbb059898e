/** Texts by name, each with an end, shared by all gateways, possibly personal. Throws UPSTREAM_UNAVAILABLE, even if it was done. */
export interface SharedStore {
  /** Null for a name without a text; empty for an unreadable text. */
  read(name: string): Promise<string | null>;
  write(name: string, text: string, ttlMs: number): Promise<void>;
  /** Writes a mark (not secret) if the name is free: null for the one gateway that did, otherwise the stored text. */
  claim(name: string, mark: string, ttlMs: number): Promise<string | null>;
  /** Extends a mark, unless it has expired or another mark has replaced it. */
  renew(name: string, mark: string, ttlMs: number): Promise<void>;
  /** Removes a text; with `mark` only that mark. */
  remove(name: string, mark?: string): Promise<void>;
}

/** Attempts of a key in a window that begins with the first one. */
export interface CountedAttempts {
  count: number;
  endsInMs: number;
}

/** Counts shared by all gateways. Throws UPSTREAM_UNAVAILABLE like a store. */
export interface SharedCounter {
  add(name: string): Promise<CountedAttempts>;
  subtract(name: string): Promise<void>;
  get(name: string): Promise<CountedAttempts>;
  reset(name: string): Promise<void>;
}

export interface SharedState {
  store: SharedStore;
  counter(limit: string, seconds: number): SharedCounter;
  /** Adds spending in ms of budget; `leftMs`: what remains of it. Returns the ms until all gateways' spending is regained. Throws like a store. */
  spendBudget(name: string, spentMs: number, leftMs: number): Promise<number>;
  /** Whether the last request had no response. */
  readonly isOut: boolean;
  close(): void;
}
