import { setTimeout as pause } from 'node:timers/promises';

/** The results of requests at a fixed rate. */
export interface Figures {
  count: number;
  /** The number of refusals, by code or status. */
  refusals: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

interface Loop {
  perSecond: number;
  seconds: number;
  /** Sends one request; returns the reason of a refusal, else null. */
  send(place: number): Promise<string | null>;
  until?: AbortSignal;
}

/** Sends at a fixed rate, independent of the answers: a time counts from the moment at which its request was due. */
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
  return figuresOf(times, refusals);
}

function figuresOf(times: number[], refusals: Record<string, number>): Figures {
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { count: times.length, refusals, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

interface ClosedLoop extends Pick<Loop, 'seconds' | 'send'> {
  /** How many requests are under way all the time. */
  atOnce: number;
  /** How many are sent at most. */
  most?: number | undefined;
}

/** Sends the next request as soon as one is answered. */
export async function closedLoop({ atOnce, seconds, most = Infinity, send }: ClosedLoop): Promise<Figures> {
  const times: number[] = [];
  const refusals: Record<string, number> = {};
  const end = performance.now() + seconds * 1_000;
  let place = 0;
  const client = async () => {
    while (performance.now() < end && place < most) {
      const began = performance.now();
      place += 1;
      const refusal = await send(place).catch((error: Error) => error.message);
      times.push(performance.now() - began);
      if (refusal !== null) refusals[refusal] = (refusals[refusal] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return figuresOf(times, refusals);
}
