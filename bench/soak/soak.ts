/** `npm run bench -- soak`: the console's operations at a fixed rate for a long time, and during the floods of one caller. */
import { writeFileSync } from 'node:fs';
import { readNumbers, readOrPrintUsage } from '../options.ts';
import { root, type Server } from '../processes.ts';
import { filledOnPostgres } from '../scale/databases.ts';
import { spread } from '../scale/fill.ts';
import { startGatewayOn, startPlatform, stopAll } from '../scale/processes.ts';
import { addActivity } from './activity.ts';
import { runFlood } from './flood-worker.ts';
import { floods } from './floods.ts';
import { type Figures, openLoop } from './open-loop.ts';
import { connect, type SoakUser, signInUser, usersByRole } from './users.ts';

const usage = `npm run bench -- soak [--minutes 10] [--rate 50] [--flood-seconds 60] [--users 20000] [--organisations 200] [--events 100000] [--json FILE]`;
const goals = { p99Ms: 250, memoryShare: 0.05, liveMbPerMinute: 1, floodFactor: 3 };
const othersPerSecond = 10;
const sampleMs = 10_000;

function readOptions(args: string[]) {
  const defaults = { minutes: 10, rate: 50, 'flood-seconds': 60, users: 20_000, organisations: 200, events: 100_000 };
  const options = readNumbers(args, defaults, { json: { type: 'string' } });
  return { ...options, seconds: options.minutes * 60, floodSeconds: options['flood-seconds'] };
}

type Options = ReturnType<typeof readOptions>;

/** The users in turn, each with their operations in turn. */
const pageOf = (people: readonly SoakUser[]) => (place: number) => {
  const person = people[place % people.length] as SoakUser;
  const turn = Math.floor(place / people.length);
  return person.send(person.operations[turn % person.operations.length] as object);
};

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

interface Sample {
  minute: number;
  rssMb: number;
  liveMb: number;
}

/** What a straight line through the samples gains in a minute. */
function growthOf(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [minute, live] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ liveMb }) => liveMb))];
  const squares = samples.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0);
  return samples.reduce((sum, one) => sum + (one.minute - minute) * (one.liveMb - live), 0) / squares;
}

/** After garbage collection: the medians of RSS in the second and in the last third, and what lives at the end and grows in the last half, in MB. */
function memoryOf(samples: readonly Sample[]) {
  const third = Math.floor(samples.length / 3);
  const rss = samples.map(({ rssMb }) => rssMb);
  return {
    secondMb: median(rss.slice(third, 2 * third)),
    lastMb: median(rss.slice(2 * third)),
    liveMb: samples.at(-1)?.liveMb ?? Number.NaN,
    liveMbPerMinute: growthOf(samples.slice(samples.length >> 1)),
  };
}

async function soak(servers: readonly Server[], people: readonly SoakUser[], { rate, seconds }: Options) {
  const samples = new Map(servers.map(({ name }) => [name, [] as Sample[]]));
  const sampler = setInterval(
    async () => {
      for (const server of servers) {
        const { rssMb, liveMb } = await server.usage();
        samples.get(server.name)?.push({ minute: performance.now() / 60_000, rssMb, liveMb });
      }
    },
    Math.min(sampleMs, (seconds * 1_000) / 12),
  );
  const figures = await openLoop({ perSecond: rate, seconds, send: pageOf(people) }).finally(() =>
    clearInterval(sampler),
  );
  return { figures, memory: Object.fromEntries([...samples].map(([name, all]) => [name, memoryOf(all)])) };
}

const line = (what: string, { count, refusals, p50Ms, p99Ms, maxMs }: Figures) =>
  `  ${what}: ${count} requests, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, longest ${maxMs.toFixed(0)} ms, refused ${JSON.stringify(refusals)}`;

async function measure(options: Options): Promise<{ missed: string[]; found: object }> {
  const size = spread(options.users, options.organisations);
  const filled = await filledOnPostgres(size);
  await addActivity(filled, options.events);
  const started: Server[] = [];
  try {
    const flags = ['--expose-gc'];
    started.push(await startPlatform(filled, flags));
    // With the limits that an operator has by default.
    started.push(await startGatewayOn(started[0] as Server, {}, flags));
    const { port } = started[1] as Server;
    const pool = connect(port);
    const people = await Promise.all(
      usersByRole(size).map(({ email, operations }) => signInUser(pool, port, email, operations)),
    );
    const send = pageOf(people);
    // Compiles the operations and fills the caches.
    await openLoop({ perSecond: 20, seconds: 10, send });
    const { figures, memory } = await soak(started, people, options);
    console.log(line('soak', figures));
    const missed: string[] = [];
    if (Object.keys(figures.refusals).length > 0) missed.push('a request was refused');
    if (figures.p99Ms > goals.p99Ms) missed.push(`p99 is above ${goals.p99Ms} ms`);
    for (const [name, { secondMb, lastMb, liveMb, liveMbPerMinute }] of Object.entries(memory)) {
      console.log(
        `  memory of ${name}: ${secondMb.toFixed(0)} MB in the second third, ${lastMb.toFixed(0)} MB in the last; live ${liveMb.toFixed(0)} MB, in the last half ${liveMbPerMinute.toFixed(2)} MB more each minute`,
      );
      if (lastMb > secondMb * (1 + goals.memoryShare)) missed.push(`the memory of ${name} grows`);
      if (liveMbPerMinute > goals.liveMbPerMinute) missed.push(`what lives in ${name} grows`);
    }
    const seconds = options.floodSeconds;
    const alone = await openLoop({ perSecond: othersPerSecond, seconds, send });
    console.log(line('others alone', alone));
    const beside: Record<string, { others: Figures; flood: Figures; ratio: number }> = {};
    for (const [place, { what }] of floods(pool, port, size).entries()) {
      const [others, flood] = await Promise.all([
        openLoop({ perSecond: othersPerSecond, seconds, send }),
        runFlood({ port, size, place, seconds, perSecond: options.rate }),
      ]);
      const ratio = others.p99Ms / alone.p99Ms;
      beside[what] = { others, flood, ratio };
      console.log(`${line(`others beside ${what}`, others)}, ${ratio.toFixed(1)} × alone\n  ${line('flood', flood)}`);
      if (ratio > goals.floodFactor) missed.push(`${what}: the others wait too long`);
      if (Object.keys(others.refusals).length > 0) missed.push(`${what}: another's request was refused`);
    }
    for (const server of started) {
      const { liveMb, rssMb } = await server.usage();
      console.log(`  ${server.name} after the floods: live ${liveMb.toFixed(0)} MB, RSS ${rssMb.toFixed(0)} MB`);
    }
    await pool.destroy();
    return { missed, found: { soak: figures, memory, alone, beside } };
  } finally {
    await stopAll(started);
    await filled.remove();
  }
}

/** Measures and prints. Returns the exit code: 1 when a goal is missed. */
export async function soakBench(args: string[]): Promise<number> {
  const options = readOrPrintUsage(usage, () => readOptions(args));
  if (options === null) return 2;
  process.chdir(root);
  const { missed, found } = await measure(options);
  for (const goal of missed) console.log(`  missed: ${goal}`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ missed, ...found }, null, 2)}\n`);
  return missed.length === 0 ? 0 : 1;
}
