import { hashText } from '../base/key-hash.ts';
import type { CallJournal } from '../product-api/call-journal.ts';

/** The key of an operation within its caller, and a hash of the operation's input. */
export interface OperationKey {
  keyHash: string;
  inputHash: string;
}

/** The hash of a key without a caller, within the token or the input of its request. */
export const anonymousKeyHash = (scope: string, key: string): string => hashText(`anonymous ${scope}`, key);

/** What has become of an operation with a key. */
export type BeginResult =
  | { state: 'started'; journal: CallJournal | null }
  | { state: 'running'; retryAfter: number }
  | { state: 'done'; data: unknown }
  | { state: 'otherInput' };

/** Where an operation with an idempotency key and its answer are stored. */
export interface IdempotentOperation {
  /** Starts the operation, unless it runs or has an answer. */
  begin(): Promise<BeginResult>;
  /** Says that the operation still runs; each second. */
  renew(): Promise<void>;
  /** Stores the answer's data and returns what is stored: of two runs the first. */
  finish(data: unknown): Promise<unknown>;
  /** Ends the operation without an answer. The same input resumes it; with `forget` any input starts it. */
  end(options: { forget: boolean }): Promise<void>;
}

/** Largest stored answer as JSON. */
export const maxStoredAnswerLength = 64 * 1024;
