import { setTimeout as pause } from 'node:timers/promises';
import { sendOperation as askOnce } from '../equal-answers.ts';
import { graphqlRequest, load } from '../load.ts';
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

/** Times each operation with one and with many clients. */
export async function timeOperations(
  { port }: Server,
  questions: readonly ConsoleOperation[],
  { seconds }: { seconds: number },
): Promise<OperationTimes[]> {
  const key = apiKeyOf('admin');
  const times: OperationTimes[] = [];
  for (const { what, operation } of questions) {
    const runLoad = (count: number) =>
      load({ port, requests: [graphqlRequest(key, operation)], clients: count, seconds });
    const measured: OperationTimes = { what, p50Ms: null, p95Ms: null, p99Ms: null, perSecond: null };
    times.push(measured);
    try {
      await askOnce(port, key, operation);
      await runLoad(1);
      const { p50Ms, p95Ms, p99Ms } = await runLoad(1);
      Object.assign(measured, { p50Ms, p95Ms, p99Ms });
      const { count, seconds: elapsed } = await runLoad(clients);
      measured.perSecond = count / elapsed;
    } catch (error) {
      measured.refused = (error as Error).message;
      await pause(recoveryMs);
    }
  }
  return times;
}
