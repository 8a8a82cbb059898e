import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

export interface Times {
  count: number;
  perSecond: number;
  /** The number of refusals, by code or status. */
  refusals: Record<string, number>;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** Sends a request of one client. Returns the reason if the request is refused, otherwise null. */
type Send = (place: number, client: number) => Promise<string | null>;

/** Connections to a server. Disposal closes them. */
export function connect(origin: string, connections = 64) {
  const pool = new Pool(origin, { connections, headersTimeout: 60_000 });
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.destroy() });
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

function startTimes() {
  const began = performance.now();
  const times: number[] = [];
  const refusals: Record<string, number> = {};
  return {
    async take(since: number, sent: Promise<string | null>): Promise<void> {
      const refusal = await sent.catch((error: Error) => error.message);
      times.push(performance.now() - since);
      if (refusal !== null) refusals[refusal] = (refusals[refusal] ?? 0) + 1;
    },
    end(): Times {
      const seconds = (performance.now() - began) / 1_000;
      times.sort((one, other) => one - other);
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
      const quantiles = { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
      return { count: times.length, perSecond: times.length / seconds, refusals, ...quantiles };
    },
  };
}

/** Sends at a fixed rate, independent of the responses. A time counts from the moment at which its request was due. */
export async function openLoop({ perSecond, seconds, send }: { perSecond: number; seconds: number; send: Send }) {
  const times = startTimes();
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  for (let place = 0; place < perSecond * seconds; place += 1) {
    const due = began + (place * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    underWay.push(times.take(due, send(place, 0)));
  }
  await Promise.all(underWay);
  return times.end();
}

interface ClosedLoop {
  clients: number;
  seconds: number;
  most?: number | undefined;
  signal?: AbortSignal | undefined;
  send: Send;
}

/** Each client sends its next request as soon as it has the response to the previous one. */
export async function closedLoop({ clients, seconds, most = Infinity, signal, send }: ClosedLoop): Promise<Times> {
  const times = startTimes();
  const end = performance.now() + seconds * 1_000;
  let place = 0;
  const run = async (_: unknown, client: number) => {
    while (performance.now() < end && place < most && !signal?.aborted)
      await times.take(performance.now(), send(place++, client));
  };
  await Promise.all(Array.from({ length: clients }, run));
  return times.end();
}

/** Like `closedLoop`, but a refusal ends the bench. */
export async function loadOf(loop: ClosedLoop): Promise<Times> {
  const times = await closedLoop(loop);
  if (Object.keys(times.refusals).length > 0) throw new Error(`Refused: ${JSON.stringify(times.refusals)}`);
  return times;
}

export function refusalOf(status: number, text: string): string | null {
  if (status !== 200) return `status ${status}`;
  if (!text.includes('"errors":[')) return null;
  const { errors } = JSON.parse(text) as { errors?: { message: string; extensions?: { code: string } }[] };
  const [first] = errors ?? [];
  return first ? `${first.extensions?.code} ${first.message.slice(0, 100)}` : null;
}

export async function post(pool: Pool, headers: Record<string, string>, body: string): Promise<string> {
  const answer = await pool.request({ method: 'POST', path: '/graphql', headers, body });
  const text = await answer.body.text();
  const refusal = refusalOf(answer.statusCode, text);
  if (refusal !== null) throw new Error(refusal);
  return text;
}

export const withKey = (key: string) => ({
  accept: 'application/json',
  'content-type': 'application/json',
  authorization: `Bearer ${key}`,
});

/** Sends operations with an API key, all equally often. */
export const sendWithKey = (pool: Pool, key: string, operations: readonly object[]): Send => {
  const bodies = operations.map((operation) => JSON.stringify(operation));
  return async (place) => {
    await post(pool, withKey(key), bodies[place % bodies.length] ?? '');
    return null;
  };
};
