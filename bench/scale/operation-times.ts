import { setTimeout as pause } from 'node:timers/promises';
import { sendOperation as askOnce } from '../equal-answers.ts';
import { load } from '../load/load.ts';
import { graphqlRequest } from '../load/requests.ts';
import type { Server } from '../processes.ts';
import { apiKeyOf } from './fill.ts';
import type { ConsoleOperation } from './operations.ts';

/** The times of an operation: one client, then many. Null: refused or too late. */
export interface OperationTimes {
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
export async function timeOperations(
  { port }: Server,
  questions: readonly ConsoleOperation[],
  { seconds }: { seconds: number },
): Promise<OperationTimes[]> {
  const key = apiKeyOf('admin');
  const times: OperationTimes[] = [];
  for (const { what, operation } of questions) {
    const runLoad = (concurrency: number) =>
      load({ port, works: [[[graphqlRequest(key, operation)]]], concurrency, seconds });
    const measured: OperationTimes = { what, p50Ms: null, p99Ms: null, perSecond: null };
    times.push(measured);
    try {
      await askOnce(port, key, operation);
      await runLoad(1);
      const { p50, p99 } = await runLoad(1);
      Object.assign(measured, { p50Ms: p50, p99Ms: p99 });
      const { count, seconds: elapsed } = await runLoad(clients);
      measured.perSecond = count / elapsed;
    } catch (error) {
      measured.refused = (error as Error).message;
      await pause(recoveryMs);
    }
  }
  return times;
}
