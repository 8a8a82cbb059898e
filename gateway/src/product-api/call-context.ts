import type { Call, CallBody, CallQuery } from '@console/contract/call';
import type { Span } from '@console/server-base/traces';
import type { FastifyBaseLogger } from 'fastify';
import type { RequestGroup } from './request-group.ts';
import type { SentFile } from './request-parts.ts';
import type { ApiResponse } from './response-reader.ts';
import type { CallPool } from './transport.ts';
import type { WriteTracker } from './write-tracker.ts';

/** What the call that reads the caller reports of the budget of an API key, and who learns of its answer. */
export interface KeyBudgetReport {
  /** The value of the header, null where nothing is to be reported. */
  spent: string | null;
  /** `refillMs`: until the budget is full again; null if the product API does not say. */
  answered(refillMs: number | null): void;
  failed(): void;
}

/** What is sent along with a call in addition to its input. */
export interface CallContext {
  requestId: string;
  /** Unique for each request, because clients choose request ids. By default the request id. */
  nonce?: string;
  clientAddress: string;
  /** Extension: the user agent of the browser, for signing in. */
  userAgent?: string;
  log: FastifyBaseLogger;
  /** What the call is a step of; it is handed on to the product API. */
  span?: Span | undefined;
  key?: string;
  use?: 'session' | 'bearer';
  token?: string | null;
  group?: RequestGroup;
  pool?: CallPool;
  /** For a read with a cacheable response: the call and its input as text. */
  address?: string;
  /** Replaces the default deadline of the call's kind. */
  deadlineMs?: number;
  /** Records every write that ends. */
  writes?: WriteTracker;
  /** Extension: the same key returns the earlier result. */
  idempotencyKey?: string;
  /** Extension: the input that belongs to the key, where the call's own body may differ. */
  idempotencyInput?: string;
  /** Extension: begins a report, for an API key with a budget. */
  reportKeyBudget?: () => KeyBudgetReport;
  headers?: Readonly<Record<string, string>>;
}

/** Query and body as the contract declares them, and the files of an upload by field. */
export type CallInput<C extends Call> = (CallQuery<C> extends undefined
  ? { query?: undefined }
  : { query: CallQuery<C> }) &
  (CallBody<C> extends undefined ? { body?: undefined } : { body: CallBody<C> }) &
  (C extends { files: readonly string[] } ? { files: Readonly<Record<string, SentFile>> } : { files?: undefined });

/** A successful response: its parts, and a new session token. */
export interface CallResult<C extends Call = Call> {
  body: ApiResponse<C>;
  token: string | null;
}
