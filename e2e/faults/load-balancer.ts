import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** The timings of deploy/haproxy/haproxy.cfg. */
const [downIntervalMs, checkTimeoutMs, connectTimeoutMs, retries] = [300, 1_000, 1_000, 2];

interface Backend {
  origin: string;
  isUp: boolean;
  /** Whether the server says that it is not ready: it gets no new requests, and completes the running ones. */
  isDraining: boolean;
  /** Number of consecutive checks that contradict `isUp`. */
  contradictions: number;
  running: Set<ReturnType<typeof send>>;
}

/** Sends a request to a server on a new connection. `isRefused`: no connection was made, so the request had no effect. */
function exchange({ origin, running }: Backend, { method, url, headers }: IncomingMessage, body: Buffer) {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | { isRefused: boolean }>();
  const out = send(new URL(url ?? '/', origin), { agent: false, method, headers: { ...headers, connection: 'close' } });
  let isRefused = true;
  const timer = setTimeout(() => out.destroy(new Error('no connection')), connectTimeoutMs);
  const connected = () => {
    clearTimeout(timer);
    isRefused = false;
  };
  out.on('socket', (socket) => socket.once('connect', connected));
  out.on('response', resolve);
  out.on('error', () => {
    clearTimeout(timer);
    resolve({ isRefused });
  });
  out.on('close', () => running.delete(out));
  running.add(out);
  out.end(body);
  return promise;
}

/** Whether a server is ready; null if it does not respond. */
async function check({ origin }: Backend): Promise<boolean | null> {
  const signal = AbortSignal.timeout(checkTimeoutMs);
  const headers = { connection: 'close' };
  const answer = await fetch(`${origin}/health/ready`, { signal, headers }).catch(() => null);
  await answer?.bytes().catch(() => undefined);
  return answer ? answer.ok : null;
}

/** Whether a request that got no response may be sent again. */
type IsRepeatable = (request: IncomingMessage, body: Buffer) => boolean;

const hasKey: IsRepeatable = ({ headers }) => headers['idempotency-key'] !== undefined;

interface Kind {
  intervalMs: number;
  fastIntervalMs: number;
  /** Consecutive checks after which a server is considered down, and up again. */
  fall: number;
  rise: number;
  /** Requests of these tests that may be sent again. */
  isRepeatable: IsRepeatable;
}

/** The servers of deploy/haproxy/haproxy.cfg. */
const kinds: Record<'gateway' | 'platform', Kind> = {
  gateway: {
    intervalMs: 1_000,
    fastIntervalMs: 500,
    fall: 2,
    rise: 4,
    isRepeatable: (request, body) => request.method === 'GET' || hasKey(request, body) || !body.includes('mutation'),
  },
  platform: { intervalMs: 300, fastIntervalMs: 300, fall: 3, rise: 1, isRepeatable: hasKey },
};

/** Starts a load balancer that works like deploy/haproxy/haproxy.cfg, in front of servers that can start later. */
export async function startLoadBalancer(origins: readonly string[], kind: keyof typeof kinds) {
  const { intervalMs, fastIntervalMs, fall, rise, isRepeatable } = kinds[kind];
  const backends = origins.map(
    (origin): Backend => ({
      origin,
      isUp: true,
      isDraining: false,
      contradictions: 0,
      running: new Set(),
    }),
  );
  let isOpen = true;
  const watch = async (backend: Backend) => {
    while (isOpen) {
      const steadyMs = backend.isUp ? intervalMs : downIntervalMs;
      await delay(backend.contradictions > 0 ? fastIntervalMs : steadyMs);
      const isReady = await check(backend);
      if (isReady !== null) backend.isDraining = !isReady;
      const isUp = backend.isUp ? isReady !== null : isReady === true;
      backend.contradictions = isUp === backend.isUp ? 0 : backend.contradictions + 1;
      if (backend.contradictions < (isUp ? rise : fall)) continue;
      backend.isUp = isUp;
      backend.contradictions = 0;
      if (!isUp) for (const out of backend.running) out.destroy(new Error('marked down'));
    }
  };
  const watching = backends.map(watch);

  /** Chooses the server with the fewest running requests, but not the one that has just failed. Among equals, not the last one. */
  const choose = (failed: Backend | undefined) => {
    const up = backends
      .filter(({ isUp, isDraining }) => isUp && !isDraining)
      .toSorted((a, b) => a.running.size - b.running.size);
    const best = up.find((backend) => backend !== failed) ?? up[0];
    if (best) backends.push(...backends.splice(backends.indexOf(best), 1));
    return best;
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.headers['x-forwarded-for'] = '127.0.0.1';
    const body = await buffer(request);
    let backend: Backend | undefined;
    for (let tries = 0; tries <= retries; tries += 1) {
      backend = choose(backend);
      const answer = backend ? await exchange(backend, request, body) : { isRefused: true };
      if ('isRefused' in answer) {
        if (answer.isRefused || isRepeatable(request, body)) continue;
        response.writeHead(502).end();
        return;
      }
      const { connection, 'keep-alive': keepAlive, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
      return;
    }
    response.writeHead(503).end();
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Waits until the load balancer has noticed that a server is ready or, with false, that it is not. */
    async until(origin: string, isUp: boolean): Promise<void> {
      while (backends.some((backend) => backend.origin === origin && (backend.isUp && !backend.isDraining) !== isUp))
        await delay(20);
    },
    async close(): Promise<void> {
      isOpen = false;
      server.closeAllConnections();
      server.close();
      await Promise.all(watching);
    },
  };
}
