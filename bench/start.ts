/** `npm run bench -- start`: the time of servers until their first response, and the memory and CPU that they use by then. */
import { spread } from './data.ts';
import { median } from './load.ts';
import { type Server, startGateway, startPeer, startPlatform } from './servers.ts';
import { fillDatabase } from './system.ts';
import { printTable, type Question } from './table.ts';

interface Start {
  startMs: number;
  cpuMs: number;
  rssMb: number;
}

async function startOnce(start: () => Promise<Server>): Promise<Start> {
  await using server = await start();
  return { startMs: server.startMs, ...(await server.usage()) };
}

export const startQuestion: Question<'rounds' | 'users' | 'organisations'> = {
  options: { rounds: 5, users: 20_000, organisations: 200 },
  async measure({ rounds, users, organisations }) {
    await using database = await fillDatabase(spread(users, organisations));
    await using platform = await startPlatform(database.url);
    const starts = {
      gateway: () => startGateway(platform.origin),
      'plain Apollo Server': () => startPeer(platform.origin),
      platform: () => startPlatform(database.url),
    };
    const found = Object.entries(starts).map(([name, start]) => ({ name, start, rounds: [] as Start[] }));
    // The first round fills the disk cache and the cache of compiled code.
    for (let round = 0; round <= rounds; round += 1)
      for (const one of found) {
        const figures = await startOnce(one.start);
        if (round > 0) one.rounds.push(figures);
      }
    const middle = found.map(({ name, rounds: all }) => ({
      name,
      startMs: median(all.map(({ startMs }) => startMs)),
      cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
      rssMb: median(all.map(({ rssMb }) => rssMb)),
    }));
    printTable(
      ['server', 'first answer ms', 'CPU ms', 'memory MB'],
      middle.map(({ name, startMs, cpuMs, rssMb }) => [name, startMs, cpuMs, rssMb]),
    );
    const [gateway, peer] = middle;
    return [
      {
        name: 'gateway: time to its first answer against plain Apollo Server',
        value: (gateway?.startMs ?? Number.NaN) / (peer?.startMs ?? Number.NaN),
      },
    ];
  },
};
