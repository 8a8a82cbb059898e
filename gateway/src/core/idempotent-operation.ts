import { hashText } from '../base/key-hash.ts';
import type { CallJournal } from '../product-api/call-journal.ts';

/** Idempotency key, unique for a caller, and hash of the input. */
export interface OperationKey {
  keyHash: string;
  inputHash: string;
}

/** Hash of a key without a caller, within the token or input of its request. */
export const anonymousKeyHash = (scope: string, key: string): string => hashText(`anonymous ${scope}`, key);

export type BeginResult =
  | { state: 'started'; journal: CallJournal | null }
  | { state: 'running'; retryAfter: number }
  | { state: 'done'; data: unknown }
  | { state: 'otherInput' };

/** Storage of an operation with an idempotency key, and of its response. */
export interface IdempotentOperation {
  /** Starts the operation, unless it runs or has a response. */
  begin(): Promise<BeginResult>;
  /** Extends the lease of a running operation, each second. */
  renew(): Promise<void>;
  /** Stores the response's data and returns what is stored: of two runs the first. */
  finish(data: unknown): Promise<unknown>;
  /** Ends the operation without a response. Equal input resumes it; with `forget` any input starts it. */
  end(options: { forget: boolean }): Promise<void>;
}

export const maxStoredResponseLength = 64 * 1024;
