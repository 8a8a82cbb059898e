import type { Call, CallBody, CallQuery } from '@console/contract/call';
import type { Span } from '@console/server-base/traces';
import type { FastifyBaseLogger } from 'fastify';
import type { RequestGroup } from './request-group.ts';
import type { SentFile } from './request-parts.ts';
import type { ApiResponse } from './response-reader.ts';
import type { CallPool } from './transport.ts';
import type { WriteTracker } from './write-tracker.ts';

/** Budget report of an API key with the call that reads the caller. */
export interface KeyBudgetReport {
  /** Header value, null if there is nothing to report. */
  spent: string | null;
  /** `refillMs`: until the budget is full again; null if the product API does not say. */
  answered(refillMs: number | null): void;
  failed(): void;
}

export interface CallContext {
  requestId: string;
  /** Unique per request, because clients choose request ids. By default the request id. */
  nonce?: string;
  clientAddress: string;
  /** Extension: user agent of the browser, for signing in. */
  userAgent?: string;
  log: FastifyBaseLogger;
  span?: Span | undefined;
  key?: string;
  use?: 'session' | 'bearer';
  token?: string | null;
  group?: RequestGroup;
  pool?: CallPool;
  /** Call and input as text, for a cacheable read. */
  address?: string;
  /** Replaces the default deadline of the call's kind. */
  deadlineMs?: number;
  writes?: WriteTracker;
  /** Extension: the same key returns the earlier result. */
  idempotencyKey?: string;
  /** Extension: input that belongs to the key, if the call's body can differ. */
  idempotencyInput?: string;
  /** Extension: begins a report, for an API key with a budget. */
  reportKeyBudget?: () => KeyBudgetReport;
  headers?: Readonly<Record<string, string>>;
}

export type CallInput<C extends Call> = (CallQuery<C> extends undefined
  ? { query?: undefined }
  : { query: CallQuery<C> }) &
  (CallBody<C> extends undefined ? { body?: undefined } : { body: CallBody<C> }) &
  (C extends { files: readonly string[] } ? { files: Readonly<Record<string, SentFile>> } : { files?: undefined });

export interface CallResult<C extends Call = Call> {
  body: ApiResponse<C>;
  token: string | null;
}
