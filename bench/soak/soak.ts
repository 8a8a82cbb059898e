/** `npm run bench -- soak`: the console's operations at a fixed rate for a long time, and during the floods of one caller. */
import { chainAuditEvents } from '../../platform/src/audit/audit-chain.ts';
import { openDatabase, runSqlScript } from '../../platform/src/core/database/database.ts';
import { password, spread } from '../data.ts';
import { connect, median, openLoop, type Times } from '../load.ts';
import type { Server } from '../servers.ts';
import { signIn } from '../sign-in.ts';
import { type Database, startSystem } from '../system.ts';
import { type Figure, printTable, type Question } from '../table.ts';
import { runFlood } from './flood-worker.ts';
import { floods } from './floods.ts';
import { usersByRole } from './users.ts';

const othersPerSecond = 10;
const sampleMs = 10_000;

async function addActivity({ url }: Database, events: number): Promise<void> {
  const db = await openDatabase({ databaseUrl: url });
  try {
    await runSqlScript(
      db,
      `insert into audit_entry (at, ent_usr_id, ent_org_id, via, action, event, target_type, target_id, before, after,
          request_id, client_address, actor_role, subject_org_id)
        select now() - interval '1 hour' + n * interval '1 millisecond', 1, 1, 'session', 'users:edit', 'users:edit', 'ent_usr',
          n::text, '{"firstname": "Before"}', '{"firstname": "After"}', gen_random_uuid()::text, '192.0.2.1', 'ORGANISER', 1
        from generate_series(1, ${Math.ceil(events)}) n`,
    );
    while ((await chainAuditEvents(db, 10_000)) > 0);
    await runSqlScript(db, 'vacuum analyze audit_entry');
  } finally {
    await db.destroy();
  }
}

interface Sample {
  minute: number;
  rssMb: number;
  liveMb: number;
}

/** The slope per minute of a straight line through the samples. */
function growthOf(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [minute, live] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ liveMb }) => liveMb))];
  const squares = samples.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0);
  return samples.reduce((sum, one) => sum + (one.minute - minute) * (one.liveMb - live), 0) / squares;
}

/** Reads the memory of a server after garbage collection again and again; `end` stops that and returns the figures. */
function sampleMemory(server: Server, seconds: number) {
  const samples: Sample[] = [];
  const sampler = setInterval(
    async () => {
      const { rssMb, liveMb } = await server.usage();
      samples.push({ minute: performance.now() / 60_000, rssMb, liveMb });
    },
    Math.min(sampleMs, (seconds * 1_000) / 12),
  );
  return {
    end() {
      clearInterval(sampler);
      const third = Math.floor(samples.length / 3);
      const rss = samples.map(({ rssMb }) => rssMb);
      return {
        name: server.name,
        lastMb: median(rss.slice(2 * third)),
        /** The medians of the last third and of the second third. */
        growth: median(rss.slice(2 * third)) / median(rss.slice(third, 2 * third)),
        liveMb: samples.at(-1)?.liveMb ?? Number.NaN,
        liveMbPerMinute: growthOf(samples.slice(samples.length >> 1)),
      };
    },
  };
}

const refusedOf = ({ refusals }: Times) => Object.values(refusals).reduce((sum, count) => sum + count, 0);
const rowOf = (what: string, times: Times) =>
  [what, times.count, times.p50Ms, times.p99Ms, times.maxMs, refusedOf(times)] as const;

export const soakQuestion: Question<'minutes' | 'rate' | 'flood-seconds' | 'users' | 'organisations' | 'events'> = {
  options: { minutes: 10, rate: 50, 'flood-seconds': 60, users: 20_000, organisations: 200, events: 100_000 },
  async measure({ minutes, rate, 'flood-seconds': floodSeconds, users, organisations, events }) {
    const size = spread(users, organisations);
    // A gateway with the default limits.
    await using system = await startSystem(size, {}, ['--expose-gc']);
    const { database, platform, gateway } = system;
    await addActivity(database, events);
    await using pool = connect(gateway.origin);
    const people = await Promise.all(
      usersByRole(size).map(async ({ email, operations }) => ({
        operations,
        send: await signIn(pool, gateway.origin, email, password),
      })),
    );
    // Takes the users in turn, and for each user their operations in turn.
    const send = async (place: number) => {
      const person = people[place % people.length];
      const turn = Math.floor(place / people.length);
      return person?.send(person.operations[turn % person.operations.length] ?? {}) ?? null;
    };
    // The first round compiles operations and fills caches.
    await openLoop({ perSecond: 20, seconds: 10, send });
    const samplers = [platform, gateway].map((server) => sampleMemory(server, minutes * 60));
    const soak = await openLoop({ perSecond: rate, seconds: minutes * 60, send });
    const memory = samplers.map((sampler) => sampler.end());
    const alone = await openLoop({ perSecond: othersPerSecond, seconds: floodSeconds, send });
    const beside: { what: string; others: Times; flood: Times }[] = [];
    for (const [place, { what }] of floods(pool, gateway.origin, size).entries()) {
      const [others, flood] = await Promise.all([
        openLoop({ perSecond: othersPerSecond, seconds: floodSeconds, send }),
        runFlood({ origin: gateway.origin, size, place, seconds: floodSeconds, perSecond: rate }),
      ]);
      beside.push({ what, others, flood });
    }
    printTable(
      ['requests', 'count', 'p50 ms', 'p99 ms', 'longest ms', 'refused'],
      [
        rowOf(`${rate} a second of six roles`, soak),
        rowOf(`${othersPerSecond} a second, alone`, alone),
        ...beside.flatMap(({ what, others, flood }) => [rowOf(`the same beside ${what}`, others), rowOf(what, flood)]),
      ],
    );
    for (const [what, { refusals }] of [
      ['the soak', soak] as const,
      ...beside.flatMap(({ what, others, flood }) => [
        [`others beside ${what}`, others] as const,
        [what, flood] as const,
      ]),
    ])
      if (Object.keys(refusals).length > 0) console.log(`  refused of ${what}: ${JSON.stringify(refusals)}`);
    printTable(
      ['memory after collections', 'MB', 'live MB'],
      memory.map(({ name, lastMb, liveMb }) => [name, lastMb, liveMb]),
    );
    return [
      { name: 'p99, ms', value: soak.p99Ms, most: 250 },
      {
        name: 'refused requests, also of the others beside floods',
        value: [soak, ...beside.map(({ others }) => others)].reduce((sum, times) => sum + refusedOf(times), 0),
        most: 0,
      },
      ...memory.flatMap(({ name, growth, liveMbPerMinute }): Figure[] => [
        { name: `${name}: memory of the last third against the second`, value: growth, most: 1.05 },
        { name: `${name}: growth of what lives in the last half, MB a minute`, value: liveMbPerMinute, most: 1 },
      ]),
      ...beside.map(({ what, others }) => ({
        name: `p99 beside ${what} against alone`,
        value: others.p99Ms / alone.p99Ms,
        most: 3,
      })),
    ];
  },
};
