import { setTimeout as pause } from 'node:timers/promises';

/** What came of requests that were sent at a fixed rate. */
export interface Figures {
  count: number;
  /** How often each refusal came, by its code or status. */
  refusals: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

interface Loop {
  perSecond: number;
  seconds: number;
  /** Sends one request and says why it was refused; null for a good answer. */
  send(place: number): Promise<string | null>;
  until?: AbortSignal;
}

/** Sends at a fixed rate, however long answers take: a time is counted from the moment at which its request was due. */
export async function openLoop({ perSecond, seconds, send, until }: Loop): Promise<Figures> {
  const times: number[] = [];
  const refusals: Record<string, number> = {};
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  for (let place = 0; place < perSecond * seconds && !until?.aborted; place += 1) {
    const due = began + (place * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const take = async () => {
      const refusal = await send(place).catch((error: Error) => error.message);
      times.push(performance.now() - due);
      if (refusal !== null) refusals[refusal] = (refusals[refusal] ?? 0) + 1;
    };
    underWay.push(take());
  }
  await Promise.all(underWay);
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { count: times.length, refusals, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}
