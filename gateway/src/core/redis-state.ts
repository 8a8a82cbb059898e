import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { texts } from '@console/contract/rules';
import type { ServerMetrics } from '@console/server-base/metrics';
import type { FastifyBaseLogger } from 'fastify';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { failure } from '../base/errors.ts';
import { counterOf } from '../base/shared-counter.ts';
import type { SharedCounter, SharedState, SharedStore } from '../base/shared-store.ts';
import type { ContentCipher } from './content-cipher.ts';

/** Pause after a failure, so that not every request waits. */
const restMs = 1_000;
const watchMs = 5_000;
const longestReconnectMs = 2_000;
const connectMs = 1_000;
const prefix = 'console:';

const claimScript =
  "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return false end return redis.call('get', KEYS[1])";
const renewScript = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('pexpire', KEYS[1], ARGV[2]) end";
/** Moves the time when the budget is full by the spending, at least to the time that this gateway expects. The platform's database does the same. */
const budgetScript = `local t = redis.call('time')
  local now = t[1] * 1000 + math.floor(t[2] / 1000)
  local full = math.max(tonumber(redis.call('get', KEYS[1]) or '0') + ARGV[1], now + ARGV[2])
  redis.call('set', KEYS[1], string.format('%.0f', full), 'PX', math.max(1, full - now))
  return full - now`;
const removeScript = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end";

interface RedisOptions {
  cipher: ContentCipher;
  log: FastifyBaseLogger;
  metrics?: ServerMetrics | undefined;
  /** Limit of a response in ms, by default 200. */
  answerMs?: number;
}

/** Connection to Redis or Valkey: commands respond soon or throw UPSTREAM_UNAVAILABLE. */
class Connection {
  readonly client: Redis;
  readonly #log: FastifyBaseLogger;
  readonly #metrics: ServerMetrics | undefined;
  readonly #answerMs: number;
  readonly #watching: NodeJS.Timeout;
  #restsUntil = 0;
  #reason = 'not connected';
  isOut = false;

  constructor(url: URL, { log, metrics, answerMs = 200 }: RedisOptions) {
    this.#answerMs = answerMs;
    this.#log = log;
    this.#metrics = metrics;
    metrics?.count('console_shared_state_failures_total', {}, 0);
    this.client = new Redis(url.href, {
      keyPrefix: prefix,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: longestReconnectMs,
      commandTimeout: watchMs,
      retryStrategy: (times) => Math.min(50 * 2 ** times, longestReconnectMs),
    });
    this.client.on('error', ({ message }: Error) => {
      this.#reason = message;
    });
    this.#watching = setInterval(() => void this.watch(), watchMs);
    this.#watching.unref();
  }

  async opened(): Promise<void> {
    const signal = AbortSignal.timeout(connectMs);
    await Promise.race([once(this.client, 'ready', { signal }), once(this.client, 'close', { signal })]).catch(
      () => undefined,
    );
    await this.watch();
    const bound = await this.ask(() => this.client.info('memory')).catch(() => null);
    if (bound !== null && /^maxmemory:0\r?$/m.test(bound))
      this.#log.warn('the server of REDIS_URL has no maxmemory: callers decide how much it stores');
  }

  /** Polls, because an idle connection notices no outage. */
  async watch(): Promise<void> {
    await this.ask(() => this.client.ping()).catch(() => undefined);
  }

  async ask<T>(send: () => Promise<T>): Promise<T> {
    try {
      if (this.client.status !== 'ready') throw new Error(this.#reason);
      if (performance.now() < this.#restsUntil) throw new Error('no response');
      const answer = await inTime(send(), this.#answerMs);
      this.#note(null);
      return answer;
    } catch (thrown) {
      if (performance.now() >= this.#restsUntil) this.#restsUntil = performance.now() + restMs;
      this.#metrics?.count('console_shared_state_failures_total', {});
      this.#note(thrown as Error);
      throw failure('UPSTREAM_UNAVAILABLE', texts.requestFailed, { cause: thrown as Error });
    }
  }

  close(): void {
    clearInterval(this.#watching);
    this.client.disconnect();
  }

  #note(error: Error | null): void {
    const isOut = error !== null;
    if (isOut === this.isOut) return;
    this.isOut = isOut;
    if (error)
      this.#log.error(
        { reason: error.message },
        'REDIS_URL does not respond: this gateway counts requests alone and rejects mutations with an idempotency key',
      );
    else this.#log.warn('REDIS_URL responds again');
  }
}

async function inTime<T>(answer: Promise<T>, answerMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  // After a pause of this process a response may be waiting, which is read before the immediate runs.
  const timer = setTimeout(() => setImmediate(() => late.reject(new Error('no response'))), answerMs);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

const keyOf = (name: string) => createHash('sha256').update(name).digest('base64url');

const signs = { text: 't', mark: 'm' };

class RedisStore implements SharedStore {
  readonly #connection: Connection;
  readonly #cipher: ContentCipher;

  constructor(connection: Connection, cipher: ContentCipher) {
    this.#connection = connection;
    this.#cipher = cipher;
  }

  async read(name: string): Promise<string | null> {
    const key = keyOf(name);
    return this.#open(key, await this.#connection.ask(() => this.#connection.client.get(key)));
  }

  async write(name: string, text: string, ttlMs: number): Promise<void> {
    const key = keyOf(name);
    const stored = signs.text + (await this.#cipher.encrypt('shared', { key, text }));
    await this.#connection.ask(() => this.#connection.client.set(key, stored, 'PX', ttlMs));
  }

  async claim(name: string, mark: string, ttlMs: number): Promise<string | null> {
    const key = keyOf(name);
    try {
      const found = await this.#run(claimScript, key, signs.mark + mark, ttlMs);
      return this.#open(key, found as string | null);
    } catch (thrown) {
      // A server that was stopped may set the mark later; the same connection then removes it.
      void this.#connection.client.eval(removeScript, 1, key, signs.mark + mark).catch(() => undefined);
      throw thrown;
    }
  }

  async renew(name: string, mark: string, ttlMs: number): Promise<void> {
    await this.#run(renewScript, keyOf(name), signs.mark + mark, ttlMs);
  }

  async remove(name: string, mark?: string): Promise<void> {
    const key = keyOf(name);
    if (mark === undefined) await this.#connection.ask(() => this.#connection.client.del(key));
    else await this.#run(removeScript, key, signs.mark + mark);
  }

  #run(script: string, key: string, ...args: (string | number)[]): Promise<unknown> {
    return this.#connection.ask(() => this.#connection.client.eval(script, 1, key, ...args));
  }

  async #open(key: string, stored: string | null): Promise<string | null> {
    if (stored === null) return null;
    if (stored.startsWith(signs.mark)) return stored.slice(1);
    const content = await this.#cipher.decrypt('shared', stored.slice(1));
    return typeof content === 'string' || content.key !== key ? '' : content.text;
  }
}

/** Connects to REDIS_URL. Until the server responds, requests throw. */
export async function connectRedis(url: URL, options: RedisOptions): Promise<SharedState> {
  const connection = new Connection(url, options);
  await connection.opened();
  return {
    store: new RedisStore(connection, options.cipher),
    counter(limit, seconds): SharedCounter {
      const limiter = new RateLimiterRedis({
        storeClient: connection.client,
        keyPrefix: `limit:${limit}`,
        points: 1,
        duration: seconds,
      });
      return counterOf(limiter, (request) => connection.ask(request));
    },
    spendBudget: async (name, spentMs, leftMs) =>
      Number(
        await connection.ask(() => connection.client.eval(budgetScript, 1, `budget:${keyOf(name)}`, spentMs, leftMs)),
      ),
    get isOut() {
      return connection.isOut;
    },
    close: () => connection.close(),
  };
}
