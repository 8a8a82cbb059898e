import { setTimeout as pause } from 'node:timers/promises';
import { ask as askOnce } from '../equal.ts';
import { load } from '../load/load.ts';
import { graphqlRequest } from '../load/requests.ts';
import type { Server } from '../processes.ts';
import { keyIn } from './fill.ts';
import type { Question } from './questions.ts';

/** The times of an operation: one client, then many. Null: refused or too late. */
export interface Asked {
  what: string;
  p50Ms: number | null;
  p99Ms: number | null;
  perSecond: number | null;
  refused?: string;
}

const clients = 32;

/** After a failure the gateway's breaker is open for five seconds, and abandoned operations are still running. */
const recoveryMs = 12_000;

/** Times each operation with one and with many clients. */
export async function askAll(
  { port }: Server,
  questions: readonly Question[],
  { seconds }: { seconds: number },
): Promise<Asked[]> {
  const key = keyIn('admin');
  const asked: Asked[] = [];
  for (const { what, operation } of questions) {
    const ask = (concurrency: number) =>
      load({ port, works: [[[graphqlRequest(key, operation)]]], concurrency, seconds });
    const found: Asked = { what, p50Ms: null, p99Ms: null, perSecond: null };
    asked.push(found);
    try {
      await askOnce(port, key, operation);
      await ask(1);
      const { p50, p99 } = await ask(1);
      Object.assign(found, { p50Ms: p50, p99Ms: p99 });
      const { count, seconds: elapsed } = await ask(clients);
      found.perSecond = count / elapsed;
    } catch (error) {
      found.refused = (error as Error).message;
      await pause(recoveryMs);
    }
  }
  return asked;
}
