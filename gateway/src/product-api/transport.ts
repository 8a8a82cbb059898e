import { type FormData, Pool } from 'undici';

const connectTimeoutMs = 1_000;
/** So long before the product API ends an idle connection it is given up here: a change sent into its end would be lost, and is never sent twice. */
const keepAliveMarginMs = 2_000;
const largestAnswer = 32 * 1024 * 1024;
const worthComparingInPieces = 64 * 1024;

/**
 * The separate connection pools. Signing in, telling who asks, uploads, pictures and ending sessions have their own, so that slow reads never keep anybody
 * out and an upload never holds up a page. Sessions are ended at a pace of its own and must be, whatever else fails.
 */
export const lanes = {
  // Everyone behind one address is one caller here.
  signIn: { connections: 8, atOnce: 8, mostWaiting: 512 },
  caller: { connections: 16, atOnce: 16, mostWaiting: 512 },
  rest: { connections: 32, atOnce: 32, mostWaiting: 512 },
  files: { connections: 4, atOnce: 4, mostWaiting: 16 },
  // A page asks for as many pictures as it has rows.
  pictures: { connections: 8, atOnce: 8, mostWaiting: 512 },
  ending: { connections: 8, atOnce: 8, mostWaiting: 10_000 },
} as const;

/** Which of them carries a call. */
export type Lane = keyof typeof lanes;

/** Something for each lane. */
export const forLanes = <T>(make: (lane: Lane) => T): Record<Lane, T> => ({
  signIn: make('signIn'),
  caller: make('caller'),
  rest: make('rest'),
  files: make('files'),
  pictures: make('pictures'),
  ending: make('ending'),
});

export interface Exchange {
  lane: Lane;
  method: 'GET' | 'POST';
  /** With or without a leading slash; both mean below the base address. */
  path: string;
  /** The path begins at the origin, not at the base address. */
  fromOrigin?: boolean;
  query?: Record<string, string | string[]>;
  headers: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
  /** What the answer is expected to be: if it is, its bytes are these very ones. */
  expected?: Buffer | null;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** The JSON of an answer, or undefined. The parser's own message is dropped: it quotes the text. */
export function jsonOf({ bytes }: Answer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', hasMark(bytes) ? 3 : 0));
  } catch {
    return undefined;
  }
}

const hasMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Reads a body piece by piece beside what is expected: only one that differs is put together. */
async function readExpecting(body: AsyncIterable<Buffer>, expected: Buffer): Promise<Buffer> {
  const different: Buffer[] = [];
  let at = 0;
  for await (const piece of body) {
    const end = at + piece.length;
    if (different.length === 0 && !piece.equals(expected.subarray(at, end))) different.push(expected.subarray(0, at));
    if (different.length > 0) different.push(piece);
    at = end;
  }
  if (different.length > 0) return Buffer.concat(different);
  return at === expected.length ? expected : expected.subarray(0, at);
}

/** Keep-alive connections to the one product API. Nothing is redirected, decompressed or read without bound. */
export class Transport {
  readonly #pools: Record<Lane, Pool>;
  readonly #base: string;

  constructor(address: URL) {
    this.#base = address.pathname.replace(/\/+$/, '');
    this.#pools = forLanes(
      (lane) =>
        new Pool(address.origin, {
          connections: lanes[lane].connections,
          connect: { timeout: connectTimeoutMs },
          maxResponseSize: largestAnswer,
          keepAliveTimeoutThreshold: keepAliveMarginMs,
          // The caller's signal bounds the whole exchange; these would only bound its parts.
          headersTimeout: 0,
          bodyTimeout: 0,
        }),
    );
  }

  /** The path on the product API's origin. */
  pathOf(path: string): string {
    return `${this.#base}/${path.replace(/^\/+/, '')}`;
  }

  /** Sends and gives the answer before its body is read. */
  open({ lane, method, path, fromOrigin, query, headers, body, signal }: Exchange) {
    return this.#pools[lane].request({
      method,
      path: fromOrigin ? path : this.pathOf(path),
      query,
      headers: { 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
      signal,
    });
  }

  /** Sends and reads the whole answer. */
  async exchange(exchange: Exchange): Promise<Answer> {
    const { statusCode, headers, body } = await this.open(exchange);
    const { expected } = exchange;
    if (expected && expected.length >= worthComparingInPieces)
      return { status: statusCode, headers, bytes: await readExpecting(body, expected) };
    const bytes = Buffer.from(await body.arrayBuffer());
    return { status: statusCode, headers, bytes: expected?.equals(bytes) ? expected : bytes };
  }

  /** Sends and reads the answer, unless it has more than so many bytes: then null. */
  async exchangeUpTo(mostBytes: number, exchange: Exchange): Promise<Answer | null> {
    const { statusCode, headers, body } = await this.open(exchange);
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of body) {
      size += piece.length;
      // Leaving the loop ends the connection.
      if (size > mostBytes) return null;
      pieces.push(piece);
    }
    return { status: statusCode, headers, bytes: Buffer.concat(pieces, size) };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.destroy()));
  }
}
