import { setTimeout as delay } from 'node:timers/promises';
import { systemErrorReason } from '@console/contract/settings';

export type Json = Record<string, unknown>;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ScimAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Empty when the response is not a JSON object. */
  body: Json;
}

export interface ScimRequest {
  /** A string is sent as it is. */
  body?: Json | string;
  headers?: Record<string, string>;
}

const timeoutMs = 30_000;
/** The largest response that is read. A server that sends more does not page its lists. */
const maxBytes = 8 * 1024 * 1024;
/** Of a server that limits requests. One that asks for more wants no further requests now. */
const longestWaitSeconds = 60;

/** Sends requests to a SCIM server, without redirects and cookies. */
export class ScimClient {
  readonly base: string;
  readonly #key: string;
  readonly #signal: AbortSignal;

  constructor(url: URL, key: string, signal: AbortSignal) {
    this.base = url.href.replace(/\/+$/, '');
    this.#key = key;
    this.#signal = signal;
  }

  /** With `signal`, for what follows after the check was stopped. */
  until(signal: AbortSignal): ScimClient {
    return new ScimClient(new URL(this.base), this.#key, signal);
  }

  /** Waits once if the server limits requests. Throws an error that says why there is no response. */
  async send(method: Method, path: string, request: ScimRequest = {}): Promise<ScimAnswer> {
    const answer = await this.#fetch(method, path, request);
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    if (answer.status !== 429 || !(seconds <= longestWaitSeconds)) return answer;
    await delay(seconds * 1_000, undefined, { signal: this.#signal });
    return this.#fetch(method, path, request);
  }

  async #fetch(method: Method, path: string, { body, headers }: ScimRequest): Promise<ScimAnswer> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await fetch(`${this.base}${path}`, {
        method,
        redirect: 'manual',
        signal,
        headers: {
          authorization: `Bearer ${this.#key}`,
          accept: 'application/scim+json',
          ...(body !== undefined && { 'content-type': 'application/scim+json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await readText(response);
      return { status: response.status, headers: response.headers, text, body: objectOf(text) };
    } catch (error) {
      if (this.#signal.aborted) throw error;
      const { cause = error, name } = error as { cause?: unknown; name: string };
      const reason = name === 'TimeoutError' ? `no response within ${timeoutMs / 1_000} s` : systemErrorReason(cause);
      throw new Error(`${method} ${this.base}${path.split('?')[0]}: ${reason}`);
    }
  }
}

async function readText({ body }: Response): Promise<string> {
  if (!body) return '';
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > maxBytes) throw new Error(`the response is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function objectOf(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of attribute names; undefined where there is none. */
export const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), value);

/** The objects of a multi-valued attribute. */
export const objectsAt = (value: unknown, ...path: string[]): Json[] => {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isObject) : [];
};
