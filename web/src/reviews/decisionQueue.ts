import type { AccessReviewDecision, RoleKey } from '../gql/graphql.ts';

/** A decision about a person; null undoes the earlier one. */
export interface Choice {
  decision: AccessReviewDecision | null;
  newRole: RoleKey | null;
  reason: string | null;
}

/** A decision without a role and reason. */
export const plainChoice = (decision: 'KEEP' | 'REMOVE' | null): Choice => ({ decision, newRole: null, reason: null });

interface Entry {
  choice: Choice;
  state: 'queued' | 'sending' | 'failed';
  message?: string;
}

interface Failed {
  itemId: string;
  message: string;
}

/** The most decisions that the server takes at once. */
const mostAtOnce = 100;

/** The decisions that the server does not have yet. Outside of React, so that a decision renders one row and not the table. */
export class DecisionQueue {
  readonly #entries = new Map<string, Entry>();
  /** The earlier decisions of the rows that each step changed. */
  readonly #steps: ReadonlyMap<string, Choice>[] = [];
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  read = (id: string): Entry | undefined => this.#entries.get(id);

  /** Number of decisions to send. */
  queuedCount = (): number => [...this.#entries.values()].filter(({ state }) => state === 'queued').length;

  /** Number of decisions that are not saved yet. */
  unsavedCount = (): number => [...this.#entries.values()].filter(({ state }) => state !== 'failed').length;

  failedCount = (): number => [...this.#entries.values()].filter(({ state }) => state === 'failed').length;

  canUndo = (): boolean => this.#steps.length > 0;

  /** Adds decisions; `before` has the earlier ones, for undo. */
  put(choices: ReadonlyMap<string, Choice>, before?: ReadonlyMap<string, Choice>): void {
    if (before) this.#steps.push(before);
    for (const [id, choice] of choices) this.#entries.set(id, { choice, state: 'queued' });
    this.#notify();
  }

  /** Undoes the last step; returns its people. */
  undo(): string[] {
    const before = this.#steps.pop();
    if (!before) return [];
    this.put(before);
    return [...before.keys()];
  }

  /** The next decisions to send. */
  take(): [id: string, choice: Choice][] {
    const queued = [...this.#entries].filter(([, { state }]) => state === 'queued').slice(0, mostAtOnce);
    for (const [id, entry] of queued) this.#entries.set(id, { ...entry, state: 'sending' });
    this.#notify();
    return queued.map(([id, { choice }]) => [id, choice]);
  }

  /** Handles the response. A row with a newer decision stays queued. */
  settle(ids: readonly string[], failures: readonly Failed[]): void {
    const messages = new Map(failures.map(({ itemId, message }) => [itemId, message]));
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry?.state !== 'sending') continue;
      const message = messages.get(id);
      if (message === undefined) this.#entries.delete(id);
      else this.#entries.set(id, { ...entry, state: 'failed', message });
    }
    this.#notify();
  }

  /** Sends a failed decision again. */
  retry(id: string): void {
    const entry = this.#entries.get(id);
    if (entry) this.put(new Map([[id, entry.choice]]));
  }

  /** Shows the saved decision instead of a failed one. */
  discard(id: string): void {
    this.#entries.delete(id);
    this.#notify();
  }

  /** Nothing was sent: an earlier request is still running. */
  requeue(ids: readonly string[]): void {
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry?.state === 'sending') this.#entries.set(id, { ...entry, state: 'queued' });
    }
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
