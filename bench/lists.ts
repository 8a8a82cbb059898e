/** `npm run bench -- lists`: the console's lists, searches and details over a million users. */
import { setTimeout as pause } from 'node:timers/promises';
import { runOn } from '../platform/src/testing/postgres-server.ts';
import { apiKeyOf, spread } from './data.ts';
import { listOperations, organisationOf } from './list-operations.ts';
import { closedLoop, connect, median, post, sendWithKey, type Times, withKey } from './load.ts';
import { startSystem } from './system.ts';
import { printTable, type Question } from './table.ts';

const clients = 32;
/** After a failure the gateway's breaker is open for five seconds, and abandoned operations are still running. */
const recoveryMs = 12_000;
const key = apiKeyOf('admin');

interface Asked {
  what: string;
  operation: object;
  /** Times with one client and with many clients, an entry for each round. */
  alone: Times[];
  many: Times[];
}

const middle = (rounds: readonly Times[], figure: 'p50Ms' | 'p95Ms' | 'p99Ms' | 'perSecond') =>
  median(rounds.map((times) => times[figure]));

const hasRefusals = ({ refusals }: Times) => Object.keys(refusals).length > 0;

async function databaseMb(url: string): Promise<number> {
  const [size] = await runOn<{ bytes: string }>(url, 'select pg_database_size(current_database()) as bytes');
  return Number(size?.bytes) / 2 ** 20;
}

export const listsQuestion: Question<'users' | 'organisations' | 'rounds' | 'seconds'> = {
  options: { users: 1_000_000, organisations: 5_000, rounds: 5, seconds: 2 },
  async measure({ users, organisations, rounds, seconds }) {
    const size = spread(users, organisations);
    await using system = await startSystem(size);
    const { database, gateway, platform } = system;
    await using pool = connect(gateway.origin);
    const all: Asked[] = listOperations(size).map((asked) => ({ ...asked, alone: [], many: [] }));
    for (let round = 0; round < rounds; round += 1)
      for (const { operation, alone } of all) {
        // Throws if a response has errors, because the measured times would count an error like a success.
        await post(pool, withKey(key), JSON.stringify(operation));
        const send = sendWithKey(pool, key, [operation]);
        await closedLoop({ clients: 1, seconds, send });
        alone.push(await closedLoop({ clients: 1, seconds, send }));
      }
    const cpuOf = async () => (await gateway.usage()).cpuMs + (await platform.usage()).cpuMs;
    const before = await cpuOf();
    // Runs last, because abandoned responses slow down the next measurement.
    for (let round = 0; round < rounds; round += 1)
      for (const { operation, many } of all) {
        const times = await closedLoop({ clients, seconds, send: sendWithKey(pool, key, [operation]) });
        many.push(times);
        if (hasRefusals(times)) await pause(recoveryMs);
      }
    const answers = all.flatMap(({ many }) => many).reduce((sum, { count }) => sum + count, 0);
    const cpuMs = ((await cpuOf()) - before) / answers;
    printTable(
      ['request', 'p50 ms', 'p95 ms', 'p99 ms', `responses/s at ${clients}`],
      all.map((asked) => [
        asked.what,
        ...(['p50Ms', 'p95Ms', 'p99Ms'] as const).map((figure) => middle(asked.alone, figure)),
        asked.many.some(hasRefusals) ? 'refused' : middle(asked.many, 'perSecond'),
      ]),
    );
    printTable(
      ['what it takes', 'value'],
      [
        ['database MB', await databaseMb(database.url)],
        ['memory of the gateway MB', (await gateway.usage()).rssMb],
        ['memory of the platform MB', (await platform.usage()).rssMb],
        ['CPU of both for a page, ms', cpuMs],
      ],
    );
    const usersOf = (count: number) =>
      all.filter(({ what }) => what.startsWith('users') && what.endsWith(organisationOf(count)));
    const [[usual], large] = [usersOf(size.others), usersOf(size.first)];
    const p50Of = (asked: Asked | undefined) => middle(asked?.alone ?? [], 'p50Ms');
    return [
      {
        name: 'users: p50 in the largest organisation against a usual one',
        value: p50Of(large[0]) / p50Of(usual),
        most: 1.5,
      },
      {
        name: 'users in the largest organisation: p95 of the slowest list or search, ms',
        value: Math.max(...large.map(({ alone }) => middle(alone, 'p95Ms'))),
        most: 50,
      },
    ];
  },
};
