import { type FormData, Pool } from 'undici';

const connectTimeoutMs = 1_000;
const largestAnswer = 32 * 1024 * 1024;
/** Signing in has connections of its own, so that slow reads never keep anybody out. */
const connections = { signIn: 8, rest: 32 } as const;

/** Which of the separate connection pools carries a call. */
export type Lane = keyof typeof connections;

export interface Exchange {
  lane: Lane;
  method: 'GET' | 'POST';
  /** With or without a leading slash; both mean below the base address. */
  path: string;
  query?: Record<string, string | string[]>;
  headers: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Keep-alive connections to the one product API. Nothing is redirected, decompressed or read without bound. */
export class Transport {
  readonly #pools: Record<Lane, Pool>;
  readonly #base: string;

  constructor(address: URL) {
    this.#base = address.pathname.replace(/\/+$/, '');
    const pool = (lane: Lane) =>
      new Pool(address.origin, {
        connections: connections[lane],
        connect: { timeout: connectTimeoutMs },
        maxResponseSize: largestAnswer,
        // The caller's signal bounds the whole exchange; these would only bound its parts.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    this.#pools = { signIn: pool('signIn'), rest: pool('rest') };
  }

  /** The path on the product API's origin. */
  pathOf(path: string): string {
    return `${this.#base}/${path.replace(/^\/+/, '')}`;
  }

  /** Sends and gives the answer before its body is read. */
  open({ lane, method, path, query, headers, body, signal }: Exchange) {
    return this.#pools[lane].request({
      method,
      path: this.pathOf(path),
      query,
      headers: { 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
      signal,
    });
  }

  /** Sends and reads the whole answer. */
  async exchange(exchange: Exchange): Promise<Answer> {
    const { statusCode, headers, body } = await this.open(exchange);
    return { status: statusCode, headers, text: await body.text() };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.destroy()));
  }
}
