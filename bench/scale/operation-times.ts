import { setTimeout as pause } from 'node:timers/promises';
import { sendOperation as askOnce } from '../equal-answers.ts';
import { graphqlRequest, type Load, load } from '../load.ts';
import { type Effort, median } from '../measure.ts';
import type { Server } from '../processes.ts';
import { apiKeyOf } from './fill.ts';
import type { ConsoleOperation } from './operations.ts';

/** The times of an operation: one client, then many. Null: refused or too late. */
export interface OperationTimes {
  what: string;
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  perSecond: number | null;
  refused?: string;
}

const clients = 32;

/** After a failure the gateway's breaker is open for five seconds, and abandoned operations are still running. */
const recoveryMs = 12_000;

/** Times each operation, first with one client, then with many: the medians of all rounds, each of which has every operation. */
export async function timeOperations(
  { port }: Server,
  questions: readonly ConsoleOperation[],
  { rounds, seconds }: Effort,
): Promise<OperationTimes[]> {
  const key = apiKeyOf('admin');
  const refusals = new Map<ConsoleOperation, string>();
  const eachRound = async <Figure>(measure: (ask: (count: number) => Promise<Load>) => Promise<Figure>) => {
    const figures = new Map<ConsoleOperation, Figure[]>();
    for (let round = 0; round < rounds; round++)
      for (const question of questions.filter((asked) => !refusals.has(asked)))
        try {
          const { operation } = question;
          await askOnce(port, key, operation);
          const figure = await measure((count) =>
            load({ port, requests: [graphqlRequest(key, operation)], clients: count, seconds }),
          );
          figures.set(question, [...(figures.get(question) ?? []), figure]);
        } catch (error) {
          refusals.set(question, (error as Error).message);
          await pause(recoveryMs);
        }
    return figures;
  };
  const alone = await eachRound(async (ask) => {
    await ask(1);
    return ask(1);
  });
  // Last, because answers that its clients did not wait for take time from what comes next.
  const rates = await eachRound(async (ask) => {
    const { count, seconds: elapsed } = await ask(clients);
    return count / elapsed;
  });
  return questions.map((question) => {
    const middle = (of: (times: Load) => number) => median((alone.get(question) ?? []).map(of));
    const { what } = question;
    const refused = refusals.get(question);
    if (refused !== undefined) return { what, p50Ms: null, p95Ms: null, p99Ms: null, perSecond: null, refused };
    return {
      what,
      p50Ms: middle(({ p50Ms }) => p50Ms),
      p95Ms: middle(({ p95Ms }) => p95Ms),
      p99Ms: middle(({ p99Ms }) => p99Ms),
      perSecond: median(rates.get(question) ?? []),
    };
  });
}
