import { setTimeout as delay } from 'node:timers/promises';
import { createUserDocument, goodUser } from '@console/gateway/testing/user-mutations';
import { type Answer, sendQuery } from './processes.ts';

const readDocument = '{ viewer { organisation { id users(first: 10) { totalCount nodes { id email } } } } }';

/** A request that got a response or not. Times are those of `performance.now()`. */
export interface Sent {
  kind: 'read' | 'write';
  began: number;
  ended: number;
  /** Null for a success, and for a repetition that has to wait for the first request. */
  failure: string | null;
}

const failureOf = (answer: Answer | null): string | null =>
  answer === null ? 'no answer' : (answer.errors?.map(({ extensions }) => extensions.code).join() ?? null);

const isToWait = (answer: Answer | null) =>
  answer?.errors?.every(({ extensions }) => extensions.code === 'CONFLICT' && extensions.retryAfter) === true;

/** Sends reads, and writes with an Idempotency-Key, from several callers at an even pace. Writes are repeated until they are acknowledged. */
export function startLoad(
  origin: string,
  keys: readonly string[],
  { pauseMs = 40, readsForWrite = 4, name = 'load' } = {},
) {
  const sent: Sent[] = [];
  const acknowledged: string[] = [];
  let isLoading = true;
  const ask = async (kind: Sent['kind'], act: () => Promise<Answer | null>) => {
    const began = performance.now();
    const answer = await act();
    sent.push({ kind, began, ended: performance.now(), failure: isToWait(answer) ? null : failureOf(answer) });
    return answer;
  };
  async function write(key: string, email: string): Promise<void> {
    const input = { ...goodUser, email };
    const headers = { 'idempotency-key': email };
    for (;;) {
      const answer = await ask('write', () => sendQuery(origin, key, createUserDocument, { input }, headers));
      if (failureOf(answer) === null) break;
      await delay(200);
    }
    acknowledged.push(email);
  }
  const callers = keys.flatMap((key, caller) =>
    [0, 1].map(async (place) => {
      for (let n = 0; isLoading; n += 1) {
        if (n % (readsForWrite + 1) === 0) await write(key, `${name}${caller}.${place}.${n}@load.example`);
        else await ask('read', () => sendQuery(origin, key, readDocument));
        await delay(pauseMs * 2 * Math.random());
      }
    }),
  );
  return {
    sent,
    /** Ends the load, and returns the emails of the users that it has created. */
    async stop(): Promise<string[]> {
      isLoading = false;
      await Promise.all(callers);
      return acknowledged;
    },
  };
}
