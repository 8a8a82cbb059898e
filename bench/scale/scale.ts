/** `npm run bench -- scale`: the real gateway and platform over a million users on PostgreSQL. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { writeBlock } from '../markdown.ts';
import { readNumbers, readOrPrintUsage } from '../options.ts';
import { root, withoutLimits } from '../processes.ts';
import { filledOnPostgres } from './databases.ts';
import { type Size, spread } from './fill.ts';
import { footprintOf } from './footprint.ts';
import { timeOperations } from './operation-times.ts';
import { consoleOperations, usualPages } from './operations.ts';
import { pairs } from './pairs.ts';
import { startGatewayOn, startPlatform, stopAll } from './processes.ts';
import { type ScaleMeasurements, scaleTables } from './scale-tables.ts';
import { signIns } from './sign-ins.ts';

const usage = `npm run bench -- scale [--users 1000000] [--organisations 5000] [--largest 0.1] [--rounds 5] [--seconds 2] [--json FILE] [--keep]`;

function readOptions(args: string[]) {
  const defaults = { users: 1_000_000, organisations: 5_000, largest: 0.1, rounds: 5, seconds: 2 };
  const options = readNumbers(args, defaults, { json: { type: 'string' }, keep: { type: 'boolean' } });
  // The measured operations need a user and an assessment by id, and a third organisation.
  if (options.users < 1_000 || options.organisations < 10)
    throw new Error('--users must be at least 1000, --organisations 10');
  if (options.largest > 0.99)
    throw new Error('--largest is the share of users in the largest organisation: at most 0.99');
  return { ...options, rounds: Math.ceil(options.rounds) };
}

type Options = ReturnType<typeof readOptions>;

async function find(size: Size, options: Options): Promise<ScaleMeasurements> {
  const began = performance.now();
  const filled = await filledOnPostgres(size);
  try {
    console.log(`  filled in ${Math.round((performance.now() - began) / 1_000)} s`);
    const platform = await startPlatform(filled);
    const started = [platform];
    try {
      const gateway = await startGatewayOn(platform);
      started.push(gateway);
      // Without the answer cache, which would only revalidate most pages.
      const forgetful = await startGatewayOn(platform, { ...withoutLimits, LIST_CACHE_MB: '0' });
      started.push(forgetful);
      const asked = await timeOperations(forgetful, consoleOperations(size), options);
      console.log('  lists, searches and details');
      const footprint = await footprintOf(filled, { gateway, platform }, usualPages(size), 3 * options.seconds);
      console.log('  memory, CPU and disk');
      const signedIn = await signIns(gateway, size, { seconds: 3 * options.seconds });
      console.log('  sign-ins');
      await stopAll(started.splice(0));
      return { asked, footprint, signIns: signedIn, pairs: await pairs(filled, size, options) };
    } finally {
      await stopAll(started);
    }
  } finally {
    await filled.remove();
  }
}

/** Measures, prints and, if wanted, stores the figures. Returns the exit code. */
export async function scale(args: string[]): Promise<number> {
  const options = readOrPrintUsage(usage, () => readOptions(args));
  if (options === null) return 2;
  process.chdir(root);
  const { users, organisations, largest, rounds, seconds, json, keep } = options;
  const count = (number: number) => number.toLocaleString('en');
  const machine = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
  const about = `${machine}, ${rounds} rounds of ${seconds} s, medians. ${count(users)} users in ${count(organisations)} organisations.`;
  const found = await find(spread(users, organisations, largest), options);
  const tables = scaleTables(found);
  console.log(['', about, '', ...tables, ''].join('\n'));
  if (json) writeFileSync(json, `${JSON.stringify({ about, ...found }, null, 2)}\n`);
  if (keep) writeBlock('scale', [about, '', ...tables]);
  return 0;
}
