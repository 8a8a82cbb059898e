/** `npm run bench -- exports`: all users as CSV through the real gateway and platform on PostgreSQL, beside the normal work of others. */
import { setTimeout as pause } from 'node:timers/promises';
import { graphqlRequest, load } from '../load.ts';
import { readNumbers, readOrPrintUsage } from '../options.ts';
import { root, type Server, withoutLimits } from '../processes.ts';
import { filledOnPostgres } from './databases.ts';
import { apiKeyOf, spread } from './fill.ts';
import { operationNamed } from './operations.ts';
import { startGatewayOn, startPlatform, stopAll } from './processes.ts';

const usage = 'npm run bench -- exports [--users 999000] [--organisations 5000] [--seconds 5]';
const clients = 4;
const sampleMs = 250;

/** The most memory that a server has while a task runs, above what it had before. */
async function growthOf(server: Server, task: Promise<unknown>): Promise<number> {
  const { rssMb: before } = await server.usage();
  let most = before;
  let isRunning = true;
  const end = () => {
    isRunning = false;
  };
  task.then(end, end);
  while (isRunning) {
    await pause(sampleMs);
    most = Math.max(most, (await server.usage()).rssMb);
  }
  return most - before;
}

/** Downloads all users; the bytes and rows, by the line ends. */
async function download({ port }: Server) {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/export/all-users.csv`, {
    headers: { authorization: `Bearer ${apiKeyOf('admin')}` },
  });
  if (!answer.ok || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`);
  let [bytes, lines] = [0, 0];
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) lines += 1;
  }
  return { seconds: (performance.now() - began) / 1_000, megabytes: bytes / 1_000_000, rows: lines - 1 };
}

/** Measures and prints. Returns the exit code. */
export async function exportsBench(args: string[]): Promise<number> {
  const options = readOrPrintUsage(usage, () =>
    readNumbers(args, { users: 999_000, organisations: 5_000, seconds: 5 }),
  );
  if (options === null) return 2;
  process.chdir(root);
  const size = spread(options.users, options.organisations);
  const filled = await filledOnPostgres(size);
  const started: Server[] = [];
  try {
    const platform = await startPlatform(filled);
    started.push(platform);
    const gateway = await startGatewayOn(platform, withoutLimits);
    started.push(gateway);
    const requests = [graphqlRequest(apiKeyOf('admin'), operationNamed('UserPage', { id: '77' }))];
    const work = (seconds: number) => load({ port: gateway.port, requests, clients, seconds });
    await work(options.seconds);
    const alone = await work(options.seconds);
    const cpuOf = async (server: Server) => (await server.usage()).cpuMs / 1_000;
    const [gatewayCpu, platformCpu] = [await cpuOf(gateway), await cpuOf(platform)];
    const first = download(gateway);
    const [ofGateway, ofPlatform, idle] = await Promise.all([
      growthOf(gateway, first),
      growthOf(platform, first),
      first,
    ]);
    const cpu = [(await cpuOf(gateway)) - gatewayCpu, (await cpuOf(platform)) - platformCpu];
    const seconds = Math.max(options.seconds, idle.seconds);
    const [besideOthers, beside] = await Promise.all([download(gateway), work(seconds)]);
    const { rows, megabytes } = besideOthers;
    console.log(`\n${rows.toLocaleString('en')} rows, ${megabytes.toFixed(0)} MB\n`);
    console.log('| figure | value | goal for 1,000,000 |\n|---|---:|---:|');
    console.log(`| alone, s | ${idle.seconds.toFixed(1)} | – |`);
    console.log(`| CPU of gateway and platform, s | ${cpu.map((one) => one.toFixed(1)).join(', ')} | – |`);
    console.log(`| beside ${clients} clients, s | ${besideOthers.seconds.toFixed(1)} | ≤ 60 |`);
    console.log(`| p99 of the others against alone | ${(beside.p99Ms / alone.p99Ms).toFixed(1)} | ≤ 3 |`);
    console.log(`| more memory of the gateway, MB | ${ofGateway.toFixed(0)} | ≤ 64 |`);
    console.log(`| more memory of the platform, MB | ${ofPlatform.toFixed(0)} | ≤ 64 |`);
    return 0;
  } finally {
    await stopAll(started);
    await filled.remove();
  }
}
