import { type FormData, Pool } from 'undici';

const connectTimeoutMs = 1_000;
/** Idle connections close before the product API closes them: a write sent then would be lost, and writes are never repeated. */
const keepAliveMarginMs = 2_000;
const maxResponseBytes = 32 * 1024 * 1024;
const minStreamedComparison = 64 * 1024;

/** Separate pools, so that slow reads block no sign-in and uploads no page. Revocations are sent whatever else fails. */
export const callPools = {
  // All users behind one address count as one caller here.
  signIn: { connections: 8, maxRunning: 8, maxQueued: 512 },
  caller: { connections: 16, maxRunning: 16, maxQueued: 512 },
  other: { connections: 32, maxRunning: 32, maxQueued: 512 },
  files: { connections: 4, maxRunning: 4, maxQueued: 16 },
  // A page has as many images as rows.
  pictures: { connections: 8, maxRunning: 8, maxQueued: 512 },
  // Occupied for as long as its reader takes.
  exports: { connections: 16, maxRunning: 16, maxQueued: 16 },
  revocation: { connections: 8, maxRunning: 8, maxQueued: 10_000 },
} as const;

export type CallPool = keyof typeof callPools;

export const forEachPool = <T>(make: (pool: CallPool) => T): Record<CallPool, T> => ({
  signIn: make('signIn'),
  caller: make('caller'),
  other: make('other'),
  files: make('files'),
  pictures: make('pictures'),
  exports: make('exports'),
  revocation: make('revocation'),
});

export interface TransportRequest {
  pool: CallPool;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base URL, with or without a leading slash. */
  path: string;
  /** Whether the path starts at the origin, not at the base URL. */
  fromOrigin?: boolean;
  query?: Record<string, string | string[]>;
  headers: Record<string, string>;
  body?: string | Buffer | FormData | undefined;
  signal?: AbortSignal;
  /** An equal response returns this same buffer. */
  expected?: Buffer | null;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

export const declaredCharset = ({ headers }: Answer): string | undefined =>
  /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(String(headers['content-type']))?.[1];

/** Text in the declared character set, else UTF-8; undefined if invalid. */
export function textOfResponse(answer: Answer): string | undefined {
  try {
    return new TextDecoder(declaredCharset(answer), { fatal: true }).decode(answer.bytes);
  } catch {
    return undefined;
  }
}

/** JSON of a response, or undefined. The parser's message is dropped, because it quotes the text. */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(textOfResponse(answer) ?? '');
  } catch {
    return undefined;
  }
}

/** Compares with the expected bytes while reading, so that an equal body is not copied. */
async function readExpecting(body: AsyncIterable<Buffer>, expected: Buffer): Promise<Buffer> {
  const changed: Buffer[] = [];
  let offset = 0;
  for await (const chunk of body) {
    const end = offset + chunk.length;
    if (changed.length === 0 && !chunk.equals(expected.subarray(offset, end)))
      changed.push(expected.subarray(0, offset));
    if (changed.length > 0) changed.push(chunk);
    offset = end;
  }
  if (changed.length > 0) return Buffer.concat(changed);
  return offset === expected.length ? expected : expected.subarray(0, offset);
}

/** Keep-alive connections, without redirects or decompression and with a size limit. */
export class Transport {
  readonly #pools: Record<CallPool, Pool>;
  readonly #base: string;

  constructor(address: URL) {
    this.#base = address.pathname.replace(/\/+$/, '');
    this.#pools = forEachPool(
      (pool) =>
        new Pool(address.origin, {
          connections: callPools[pool].connections,
          connect: { timeout: connectTimeoutMs },
          // Exports are streamed, so their size is not limited.
          maxResponseSize: pool === 'exports' ? -1 : maxResponseBytes,
          keepAliveTimeoutThreshold: keepAliveMarginMs,
          // The caller's signal limits the whole exchange.
          headersTimeout: 0,
          bodyTimeout: 0,
        }),
    );
  }

  pathOf(path: string): string {
    return `${this.#base}/${path.replace(/^\/+/, '')}`;
  }

  /** Returns the response before its body is read. */
  open({ pool, method, path, fromOrigin, query, headers, body, signal }: TransportRequest) {
    return this.#pools[pool].request({
      method,
      path: fromOrigin ? path : this.pathOf(path),
      query,
      headers: { 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
      signal,
    });
  }

  async exchange(exchange: TransportRequest): Promise<Answer> {
    const { statusCode, headers, body } = await this.open(exchange);
    const { expected } = exchange;
    if (expected && expected.length >= minStreamedComparison)
      return { status: statusCode, headers, bytes: await readExpecting(body, expected) };
    const bytes = Buffer.from(await body.arrayBuffer());
    return { status: statusCode, headers, bytes: expected?.equals(bytes) ? expected : bytes };
  }

  /** Null for a response of more than `maxBytes`. */
  async exchangeUpTo(maxBytes: number, exchange: TransportRequest): Promise<Answer | null> {
    const { statusCode, headers, body } = await this.open(exchange);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      // Leaving the loop closes the connection.
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
    return { status: statusCode, headers, bytes: Buffer.concat(chunks, size) };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.destroy()));
  }
}
