import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { graphqlRequest, load } from '../load.ts';
import type { Server } from '../processes.ts';
import { signInRequest } from '../sign-in.ts';
import { apiKeyOf, emailOf, password, type Size } from './fill.ts';
import { operationNamed } from './operations.ts';

/** The sign-ins per second of a storm, and its cost for other users. */
export interface SignIns {
  /** 32 clients, which queue. */
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** 256 clients, more than the queue holds. */
  stormPerSecond: number;
  stormRefused: number;
  /** A page for 8 other clients, alone and during that storm. */
  aloneP99Ms: number;
  besideP99Ms: number;
}

const others = 8;

/** Signs users in until it is stopped, another user each time. */
async function signInMany(gateway: Server, { first }: Size, clients: number, over: AbortSignal) {
  const pool = new Pool(`http://127.0.0.1:${gateway.port}`, { connections: clients });
  const times: number[] = [];
  let refused = 0;
  let place = 10;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!over.aborted) {
        place = place + 1 > first ? 10 : place + 1;
        const { headers, body } = signInRequest(gateway.port, emailOf(1, place), password);
        const started = performance.now();
        const answer = await pool.request({ method: 'POST', path: '/graphql', headers, body });
        if ((await answer.body.text()).includes('"LoginSuccess"')) times.push(performance.now() - started);
        else {
          refused += 1;
          // As Retry-After requires.
          await pause(1_000, undefined, { signal: over }).catch(() => undefined);
        }
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  await pool.close();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: times.length / seconds, refused, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Sign-ins per second, and the times of other users while more sign in than the queue admits. */
export async function signIns(gateway: Server, size: Size, { seconds }: { seconds: number }): Promise<SignIns> {
  const requests = [graphqlRequest(apiKeyOf('admin'), operationNamed('UserPage', { id: '77' }))];
  const askBeside = () => load({ port: gateway.port, requests, clients: others, seconds });
  const usual = await signInMany(gateway, size, 32, AbortSignal.timeout(Math.round(seconds * 1_000)));
  await askBeside();
  const alone = await askBeside();
  const over = new AbortController();
  const storm = signInMany(gateway, size, 256, over.signal);
  const beside = await askBeside().finally(() => over.abort());
  const { perSecond: stormPerSecond, refused: stormRefused } = await storm;
  const { perSecond, p50Ms, p99Ms } = usual;
  return { perSecond, p50Ms, p99Ms, stormPerSecond, stormRefused, aloneP99Ms: alone.p99Ms, besideP99Ms: beside.p99Ms };
}
