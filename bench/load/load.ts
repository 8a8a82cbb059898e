import { Connection } from './connection.ts';
import type { Work } from './requests.ts';

export interface LoadOptions {
  port: number;
  /** Sent in turn. */
  works: readonly Work[];
  concurrency: number;
  seconds: number;
  /** Stops earlier. */
  until?: AbortSignal;
}

export interface Load {
  count: number;
  seconds: number;
  p50: number;
  p99: number;
}

/** A quantile of sorted values. */
const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Sends the requests, and returns the bytes received. */
async function perform(work: Work, connections: readonly Connection[]): Promise<number> {
  let bytes = 0;
  for (const stage of work)
    for (const answer of await Promise.all(stage.map((request, place) => connections[place]?.send(request)))) {
      if (answer?.status !== 200) throw new Error(`A measured request was answered with ${answer?.status}`);
      bytes += answer.bytes;
    }
  return bytes;
}

/** Sends requests from `concurrency` clients, each with its own connections, and times every answer. */
export async function load({ port, works, concurrency, seconds, until }: LoadOptions): Promise<Load> {
  const width = Math.max(...works.flatMap((work) => work.map((stage) => stage.length)));
  const open = () => Promise.all(Array.from({ length: width }, () => Connection.open(port)));
  const clients = await Promise.all(Array.from({ length: concurrency }, open));
  const times: number[] = [];
  const expected = new Map<Work, number>();
  let turn = 0;
  const began = performance.now();
  const end = began + seconds * 1_000;
  try {
    await Promise.all(
      clients.map(async (connections) => {
        do {
          const work = works[turn++ % works.length] ?? [];
          const started = performance.now();
          const bytes = await perform(work, connections);
          times.push(performance.now() - started);
          // A refusal may have status 200: equal requests must get answers of equal length.
          if (bytes !== (expected.get(work) ?? bytes)) throw new Error('A measured answer is not like the others');
          expected.set(work, bytes);
        } while (performance.now() < end && !until?.aborted);
      }),
    );
  } finally {
    for (const connection of clients.flat()) connection.close();
  }
  const elapsed = (performance.now() - began) / 1_000;
  const sorted = Float64Array.from(times).sort();
  return { count: sorted.length, seconds: elapsed, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}
