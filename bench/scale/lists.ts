import { setTimeout as pause } from 'node:timers/promises';
import { ask as askOnce } from '../equal.ts';
import { load } from '../load/load.ts';
import { graphqlRequest } from '../load/requests.ts';
import type { Server } from '../processes.ts';
import { keyIn } from './fill.ts';
import type { Question } from './questions.ts';

/** What a question took: one client, then many. Null for what was refused or came too late. */
export interface Asked {
  what: string;
  p50Ms: number | null;
  p99Ms: number | null;
  perSecond: number | null;
  refused?: string;
}

const clients = 32;

/** After a failure the gateway leaves the platform alone for five seconds, and questions that were given up are still being answered. */
const recoveryMs = 12_000;

/** Asks each question alone and by many at once. What cannot be answered is listed as such. */
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
