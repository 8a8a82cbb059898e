import { randomUUID } from 'node:crypto';
import type { Call } from '@console/contract/call';
import { extensionsHeader } from '@console/contract/calls/extensions';
import type { GatewaySettings } from '../base/settings.ts';
import { isCredential } from '../product-api/credential.ts';
import { ApiFailure, failureOfRefusalInBody, failureOfResponse, failureOfThrown } from '../product-api/errors.ts';
import { bodyOf, isReadable } from '../product-api/read-response.ts';
import { queryOf } from '../product-api/request-parts.ts';
import { type ApiResponse, readResponse } from '../product-api/response-reader.ts';
import { type Answer, jsonOf, Transport } from '../product-api/transport.ts';
import { notesOnText } from './response-notes.ts';

const deadlineMs = 10_000;

export type CheckSettings = Pick<
  GatewaySettings,
  'productApiUrl' | 'apiKeyHeader' | 'sessionTokenHeader' | 'productApiTimeoutMs'
>;

export interface CheckInput {
  query?: object;
  body?: object;
}

export type Reply =
  | {
      status: number;
      failure: null;
      body: unknown;
      response: ApiResponse<Call>;
      missing: string[];
      notes: string[];
    }
  | { status: number | null; failure: ApiFailure; reason: string; notes: string[] };

/** Makes each call once, with the gateway's headers and response reader. */
export class CheckClient {
  readonly #transport: Transport;
  readonly #settings: CheckSettings;
  key: string | null = null;
  token: string | null = null;
  announcesExtensions = false;

  constructor(settings: CheckSettings) {
    this.#transport = new Transport(settings.productApiUrl);
    this.#settings = settings;
  }

  async send(call: Call, { query, body }: CheckInput = {}, signal?: AbortSignal): Promise<Reply> {
    const ms = this.#settings.productApiTimeoutMs ?? deadlineMs;
    const signals = [signal, ms === 0 ? undefined : AbortSignal.timeout(ms)].filter((one) => one !== undefined);
    try {
      const answer = await this.#transport.exchange({
        pool: 'other',
        method: call.method,
        path: call.path,
        query: queryOf(query),
        headers: this.#headers(body !== undefined),
        body: body && JSON.stringify(body),
        signal: AbortSignal.any(signals),
      });
      this.#notice(answer);
      return read(call, answer);
    } catch (thrown) {
      const failure = failureOfThrown(call, thrown);
      const { code = '', name = '' } = thrown as { code?: unknown; name?: string };
      return {
        status: null,
        failure,
        reason: `no response (${typeof code === 'string' && code ? code : name})`,
        notes: [],
      };
    }
  }

  #headers(hasBody: boolean): Record<string, string> {
    const { apiKeyHeader, sessionTokenHeader } = this.#settings;
    return {
      accept: 'application/json',
      'x-request-id': randomUUID(),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(this.key && { [apiKeyHeader]: this.key }),
      ...(this.key && this.token && sessionTokenHeader && { [sessionTokenHeader]: this.token }),
    };
  }

  #notice({ headers }: Answer): void {
    if (headers[extensionsHeader] === '1') this.announcesExtensions = true;
    const { sessionTokenHeader } = this.#settings;
    const token = sessionTokenHeader ? headers[sessionTokenHeader] : undefined;
    if (isCredential(token)) this.token = token;
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}

function read(call: Call, answer: Answer): Reply {
  const { status, headers } = answer;
  const json = jsonOf(answer);
  const notes = notesOnText(answer, json);
  const now = new Date();
  if (status >= 300) {
    const failure = failureOfResponse(call, { status, headers, body: json }, now);
    return { status, failure, reason: redirectOf(answer) ?? notJson(answer, json) ?? failure.message, notes };
  }
  if (!isReadable(call, answer, json)) {
    const reason = notJson(answer, json) ?? 'no success';
    return { status, failure: new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE'), reason, notes };
  }
  const body = bodyOf(call, answer, json);
  const reading = readResponse(call, body);
  if (!reading.refused) return { status, failure: null, body, ...reading, notes };
  const failure = failureOfRefusalInBody(call, { headers, body }, now);
  return { status, failure, reason: failure.message, notes };
}

const redirectOf = ({ status, headers }: Answer): string | null =>
  status < 400 ? `redirect to ${headers.location ?? 'no URL'}` : null;

function notJson({ status, headers, bytes }: Answer, json: unknown): string | null {
  if (json !== undefined) return null;
  if (bytes.length === 0) return status < 300 ? 'empty' : null;
  return `${headers['content-type'] ?? 'no content type'} instead of JSON`;
}
