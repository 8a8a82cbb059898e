/** `npm run bench -- console`: the size of the console, how soon its sign-in page is painted, and sign-ins. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { readPageFiles } from '../../gateway/src/http/preloads.ts';
import { createPasswordHasher } from '../../platform/src/core/access/password-hasher.ts';
import { findChromium } from '../../tools/chromium.ts';
import { emailOf, password, type Size, spread } from '../data.ts';
import { connect, loadOf, median } from '../load.ts';
import { dataFolder, root, type Server, startServer } from '../servers.ts';
import { signIn } from '../sign-in.ts';
import { startSystem } from '../system.ts';
import { type Figure, printTable, type Question } from '../table.ts';
import { type Opening, openLogin } from './login.ts';

const clients = 32;
const shipped = join(root, 'web/dist');

async function printSizes(): Promise<void> {
  const { entry, pages } = await readPageFiles(shipped);
  const kilobytesOf = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + statSync(join(shipped, `${file}.br`)).size, 0) / 1_000;
  printTable(
    ['page', 'scripts', 'scripts kB', 'styles kB'],
    pages.map(({ path, scripts, styles }) => {
      const all = [...entry.scripts, ...scripts];
      return [path, all.length, kilobytesOf(all), kilobytesOf([...entry.styles, ...styles])];
    }),
  );
}

const serve = (webDir: string, productApi: string): Promise<Server> =>
  startServer('console', 'bench/console/serve.ts', { WEB_DIR: webDir, PRODUCT_API_URL: productApi });

/** Builds the console as one bundle without lazy parts. */
function buildOneBundle(): string {
  const webDir = join(dataFolder, 'one-bundle');
  for (const [file, ...args] of [['bench/console/build-one.ts'], ['tools/compress.ts', webDir]]) {
    const env = { ...process.env, WEB_DIR: webDir };
    const { status } = spawnSync(process.execPath, [String(file), ...args], { env, stdio: 'inherit' });
    if (status !== 0) throw new Error('The console could not be built as one bundle');
  }
  return webDir;
}

/** Opens /login of the shipped build and of the single bundle in turn. Returns nothing if there is no browser. */
async function measureLogin(productApi: string, rounds: number): Promise<Figure[]> {
  const found = await findChromium();
  if (!found) {
    console.log('  No Chromium or Chrome could be found or installed: the sign-in page is not opened.');
    return [];
  }
  const { CHROMIUM_PATH: executablePath, ...env } = found;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'];
  await using browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args });
  await using shippedServer = await serve(shipped, productApi);
  await using otherServer = await serve(buildOneBundle(), productApi);
  const builds = [
    { name: 'as it ships', server: shippedServer, openings: [] as Opening[] },
    { name: 'as one bundle', server: otherServer, openings: [] as Opening[] },
  ] as const;
  for (const { server } of builds) await openLogin(browser, server.port);
  for (let round = 0; round < rounds; round += 1)
    for (const { server, openings } of round % 2 === 0 ? builds : builds.toReversed())
      openings.push(await openLogin(browser, server.port));
  const painted = new Set(builds.flatMap(({ openings }) => openings.map(({ what }) => what)));
  if (painted.size !== 1) throw new Error(`Not always the same was painted largest: ${[...painted].join(' | ')}`);
  printTable(
    [`/login, Chromium ${browser.version()}`, 'largest paint ms', 'all scripts, late ones too, kB'],
    builds.map(({ name, openings }) => [
      name,
      median(openings.map(({ paintMs }) => paintMs)),
      median(openings.map(({ scriptsKb }) => scriptsKb)),
    ]),
  );
  const [ours, other] = builds;
  const ratios = ours.openings.map(({ paintMs }, round) => paintMs / (other.openings[round]?.paintMs ?? Number.NaN));
  return [{ name: 'largest paint of /login on a poor line against one bundle', value: median(ratios), most: 0.75 }];
}

/** Compares the rate of sign-ins of many users with the rate of password checks alone. */
async function measureSignIns(gateway: Server, { first }: Size, seconds: number): Promise<Figure[]> {
  await using pool = connect(gateway.origin, clients);
  const signIns = await loadOf({
    clients,
    seconds,
    async send(place) {
      await signIn(pool, gateway.origin, emailOf(1, 10 + (place % (first - 10))), password);
      return null;
    },
  });
  const hasher = createPasswordHasher();
  const stored = await hasher.hash('server', password);
  const checks = await loadOf({
    clients: 4,
    seconds,
    send: async () => ((await hasher.verify('server', stored, password)) ? null : 'not the password'),
  });
  printTable(
    ['sign-ins', 'a second', 'p50 ms', 'p99 ms'],
    [
      [`of ${clients} clients`, signIns.perSecond, signIns.p50Ms, signIns.p99Ms],
      ['checks of a password alone', checks.perSecond, checks.p50Ms, checks.p99Ms],
    ],
  );
  return [{ name: 'a sign-in against the check of a password alone', value: checks.perSecond / signIns.perSecond }];
}

export const consoleQuestion: Question<'rounds' | 'seconds' | 'users' | 'organisations'> = {
  options: { rounds: 3, seconds: 6, users: 20_000, organisations: 200 },
  async measure({ rounds, seconds, users, organisations }) {
    await printSizes();
    const size = spread(users, organisations);
    await using system = await startSystem(size);
    const signIns = await measureSignIns(system.gateway, size, seconds);
    return [...(await measureLogin(system.platform.origin, rounds)), ...signIns];
  },
};
