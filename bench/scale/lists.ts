import { ask } from '../equal.ts';
import { load } from '../load/load.ts';
import { graphqlRequest } from '../load/requests.ts';
import type { Server } from '../processes.ts';
import { keyIn } from './fill.ts';
import type { Question } from './questions.ts';

/** What a question took: one client, then many. Null for one that was refused. */
export interface Asked {
  what: string;
  p50Ms: number | null;
  p99Ms: number | null;
  perSecond: number | null;
  refused?: string;
}

const clients = 32;

/** Asks each question alone and by many at once. What cannot be answered is listed as such. */
export async function askAll(
  { port }: Server,
  questions: readonly Question[],
  { seconds }: { seconds: number },
): Promise<Asked[]> {
  const key = keyIn('admin');
  const asked: Asked[] = [];
  for (const { what, operation } of questions) {
    const works = [[[graphqlRequest(key, operation)]]];
    try {
      await ask(port, key, operation);
      const { p50, p99 } = await load({ port, works, concurrency: 1, seconds });
      const { count, seconds: elapsed } = await load({ port, works, concurrency: clients, seconds });
      asked.push({ what, p50Ms: p50, p99Ms: p99, perSecond: count / elapsed });
    } catch (error) {
      asked.push({ what, p50Ms: null, p99Ms: null, perSecond: null, refused: (error as Error).message });
    }
  }
  return asked;
}
