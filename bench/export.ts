/** `npm run bench -- export`: exports all users as CSV, on an idle server and during normal work of other users. */
import { setTimeout as pause } from 'node:timers/promises';
import { apiKeyOf, spread } from './data.ts';
import { connect, loadOf, sendWithKey } from './load.ts';
import { operationNamed } from './operations.ts';
import type { Server } from './servers.ts';
import { startSystem } from './system.ts';
import { printTable, type Question } from './table.ts';

const clients = 4;
const sampleMs = 250;

/** Maximum additional memory of a server during a task in MB, and CPU in seconds. */
async function costOf(server: Server, task: Promise<unknown>) {
  const before = await server.usage();
  let mostMb = before.rssMb;
  let isRunning = true;
  const end = () => {
    isRunning = false;
  };
  task.then(end, end);
  while (isRunning) {
    await pause(sampleMs);
    mostMb = Math.max(mostMb, (await server.usage()).rssMb);
  }
  return { moreMb: mostMb - before.rssMb, cpuSeconds: ((await server.usage()).cpuMs - before.cpuMs) / 1_000 };
}

/** Downloads all users. Returns the number of bytes and of rows, counted by line ends. */
async function download({ origin }: Server) {
  const began = performance.now();
  const answer = await fetch(`${origin}/export/all-users.csv`, {
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

export const exportQuestion: Question<'users' | 'organisations' | 'seconds'> = {
  options: { users: 1_000_000, organisations: 5_000, seconds: 5 },
  async measure({ users, organisations, seconds }) {
    await using system = await startSystem(spread(users, organisations));
    const { gateway, platform } = system;
    await using pool = connect(gateway.origin);
    const send = sendWithKey(pool, apiKeyOf('admin'), [operationNamed('UserPage', { id: '77' })]);
    const work = (time: number) => loadOf({ clients, seconds: time, send });
    await work(seconds);
    const alone = await work(seconds);
    const first = download(gateway);
    const [ofGateway, ofPlatform, idle] = await Promise.all([costOf(gateway, first), costOf(platform, first), first]);
    const [besideOthers, beside] = await Promise.all([download(gateway), work(Math.max(seconds, idle.seconds))]);
    printTable(
      ['export', 'rows', 'MB', 's', 'CPU of the gateway s', 'CPU of the platform s'],
      [['alone', idle.rows, idle.megabytes, idle.seconds, ofGateway.cpuSeconds, ofPlatform.cpuSeconds]],
    );
    return [
      { name: `beside ${clients} clients, s`, value: besideOthers.seconds, most: 60 },
      { name: 'p99 of the others against alone', value: beside.p99Ms / alone.p99Ms, most: 3 },
      { name: 'more memory of the gateway, MB', value: ofGateway.moreMb, most: 64 },
      { name: 'more memory of the platform, MB', value: ofPlatform.moreMb, most: 64 },
    ];
  },
};
