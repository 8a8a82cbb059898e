/** `npm run bench -- pages`: CPU and calls of the console's pages, compared with the same schema written by hand. */
import { isDeepStrictEqual } from 'node:util';
import { spread } from '../data.ts';
import { connect, loadOf, median, post, withKey } from '../load.ts';
import { operationWithText } from '../operations.ts';
import { type Server, startGateway, startPeer, startPlatform, startServer } from '../servers.ts';
import { fillDatabase } from '../system.ts';
import { printTable, type Question } from '../table.ts';
import { type Page, pageKey, pages } from './page-list.ts';

const clients = 32;

interface Round {
  cpuMs: number;
  p99Ms: number;
  rssMb: number;
}

/** The path of the first difference between two responses; null if they are equal. The peer does not sign cursors and image URLs. */
function findDifference(ours: unknown, theirs: unknown, path = ''): string | null {
  if (/(url|cursor)$/i.test(path) || isDeepStrictEqual(ours, theirs)) return null;
  if (typeof ours !== 'object' || typeof theirs !== 'object' || !ours || !theirs)
    return `${path}: ${JSON.stringify(ours)}, ${JSON.stringify(theirs)}`;
  const [one, other] = [ours as Record<string, unknown>, theirs as Record<string, unknown>];
  for (const key of Object.keys({ ...one, ...other })) {
    const difference = findDifference(one[key], other[key], `${path}.${key}`);
    if (difference !== null) return difference;
  }
  return null;
}

function measured(server: Server, replay: Server) {
  const pool = connect(server.origin);
  const bodies = new Map(
    pages.map((page) => [page, JSON.stringify(operationWithText(page.name, page.variables))] as const),
  );
  const open = (page: Page, client: number) =>
    post(pool, withKey(`${pageKey}-client${client}`), bodies.get(page) ?? '');
  const callsBefore = async () => Number(await (await fetch(`${replay.origin}/bench/calls`)).text());
  return {
    /** The response to a page that was opened before, and the number of calls that the page takes. */
    async ask(page: Page): Promise<{ data: unknown; calls: number }> {
      // Fills the caches of the option lists.
      await open(page, 0);
      const before = await callsBefore();
      const { data } = JSON.parse(await open(page, 0)) as { data: unknown };
      return { data, calls: (await callsBefore()) - before };
    },
    async measure(some: readonly Page[], seconds: number): Promise<Round> {
      const before = await server.usage();
      const send = async (place: number, client: number) => {
        await open(some[place % some.length] as Page, client);
        return null;
      };
      const { count, p99Ms } = await loadOf({ clients, seconds, send });
      const after = await server.usage();
      return { cpuMs: (after.cpuMs - before.cpuMs) / count, p99Ms, rssMb: after.rssMb };
    },
    close: () => pool.destroy(),
  };
}

const middle = (rounds: readonly Round[], figure: keyof Round) => median(rounds.map((round) => round[figure]));
/** The median over all rounds of the ratio of two servers' figures in the same round. */
const ratioOf = (ours: readonly Round[], theirs: readonly Round[], figure: keyof Round) =>
  median(ours.map((round, place) => round[figure] / (theirs[place]?.[figure] ?? Number.NaN)));

const titleOf = ({ name, variables }: Page) =>
  [name, 'own' in variables && variables.own && 'own', 'search' in variables && 'searched'].filter(Boolean).join(', ');

export const pagesQuestion: Question<'rounds' | 'seconds' | 'users' | 'organisations'> = {
  options: { rounds: 3, seconds: 0.5, users: 20_000, organisations: 200 },
  async measure({ rounds, seconds, users, organisations }) {
    await using database = await fillDatabase(spread(users, organisations));
    await using platform = await startPlatform(database.url);
    await using replay = await startServer('replay', 'bench/pages/replay.ts', { PLATFORM_URL: platform.origin });
    await using gatewayServer = await startGateway(replay.origin);
    await using peerServer = await startPeer(replay.origin);
    const [gateway, peer] = [measured(gatewayServer, replay), measured(peerServer, replay)];
    const asked: { title: string; pages: readonly Page[]; calls: [ours: number, theirs: number] }[] = [];
    for (const page of pages) {
      const [ours, theirs] = [await gateway.ask(page), await peer.ask(page)];
      const difference = findDifference(ours.data, theirs.data);
      if (difference !== null) throw new Error(`${titleOf(page)}: gateway and peer differ at ${difference}`);
      asked.push({ title: titleOf(page), pages: [page], calls: [ours.calls, theirs.calls] });
    }
    const all = { title: 'all pages in turn', pages, calls: [Number.NaN, Number.NaN] as [number, number] };
    const found = [...asked, all].map((one) => ({ ...one, gateway: [] as Round[], peer: [] as Round[] }));
    // The first round compiles operations and fills caches.
    for (let round = 0; round <= rounds; round += 1)
      for (const one of found) {
        const time = one.title === all.title ? 4 * seconds : seconds;
        const both = [
          async () => one.gateway.push(await gateway.measure(one.pages, time)),
          async () => one.peer.push(await peer.measure(one.pages, time)),
        ];
        for (const measure of round % 2 === 0 ? both : both.toReversed()) await measure();
        if (round === 0) one.gateway.length = one.peer.length = 0;
      }
    await Promise.all([gateway.close(), peer.close()]);
    printTable(
      ['page', 'CPU ms', 'against plain Apollo Server', 'calls', 'of plain Apollo Server'],
      found.map(({ title, calls: [ours, theirs], gateway: mine, peer: others }) => [
        title,
        middle(mine, 'cpuMs'),
        ratioOf(mine, others, 'cpuMs'),
        ...(Number.isNaN(ours) ? ['–', '–'] : [ours, theirs]),
      ]),
    );
    const last = found.at(-1);
    const cpuRatios = found.slice(0, -1).map((one) => ratioOf(one.gateway, one.peer, 'cpuMs'));
    return [
      { name: 'median page: CPU against plain Apollo Server', value: median(cpuRatios), most: 1 },
      { name: 'page with the largest ratio', value: Math.max(...cpuRatios), most: 1.5 },
      { name: 'page with the most calls', value: Math.max(...asked.map(({ calls: [ours] }) => ours)), most: 6 },
      {
        name: 'all pages in turn: p99 against plain Apollo Server',
        value: ratioOf(last?.gateway ?? [], last?.peer ?? [], 'p99Ms'),
        most: 1,
      },
      {
        name: 'all pages in turn: memory against plain Apollo Server',
        value: ratioOf(last?.gateway ?? [], last?.peer ?? [], 'rssMb'),
      },
    ];
  },
};
