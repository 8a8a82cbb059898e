import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@console/platform/testing/free-port';
import { expect, type Page } from '@playwright/test';
import { commandsOn, runCommand } from './documentation.ts';
import { test as base, checkScreen, demoPassword, signIn } from './journey.ts';
import { ask, readNewKey } from './keys.ts';
import { removeSystem, startSystem } from './system.ts';

const root = join(import.meta.dirname, '..');
const kills = 5;
const changes = 150;

/** A console with a platform that may reach a receiver on this machine. */
const test = base.extend<{ hooked: { url: string; port: number }; baseURL: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on destructured, and this one depends on none.
  hooked: async ({}, use) => {
    const port = await freePort();
    const system = await startSystem({ OUTBOUND_HOSTS: `127.0.0.1:${port}`, KEY_POINTS_PER_MINUTE: '0' });
    await use({ url: system.url, port });
    await removeSystem(system);
  },
  baseURL: async ({ hooked }, use) => use(hooked.url),
});

/** Starts the receiver of webhooks, and waits until it listens. */
async function startReceiver({ folder, program }: Receiver, port: number, secret: string): Promise<ChildProcess> {
  const child = spawn('sh', ['-c', `exec ${program}`], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the receiver has ended with ${code}`)));
  });
  return child;
}

interface Receiver {
  folder: string;
  program: string;
}

/** Follows the webhooks guide to get the receiver, but without the installation: the repository already has the package. */
async function getReceiver(url: string, key: string): Promise<Receiver> {
  const [start, secret, ...blocks] = await commandsOn({ url }, '/docs/webhooks/');
  expect([start, secret]).toEqual(['OUTBOUND_HOSTS=127.0.0.1:4200 npm start', 'export WEBHOOK_SECRET=whsec_…']);
  const [download = '', install, program = ''] = (blocks.at(-1) ?? '').split('\n');
  expect(install).toBe('npm install standardwebhooks');
  const folder = await mkdtemp(join(root, '.state/webhooks-'));
  const command = download.replace('curl ', 'curl -sf ');
  const { code, output } = await runCommand(command, { cwd: folder, env: { CONSOLE_URL: url, API_KEY: key } });
  expect(code, output).toBe(0);
  return { folder, program };
}

const killed = async (child: ChildProcess) => {
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
};

async function createKey(page: Page): Promise<string> {
  await signIn(page, 'organiser@demo.example', '/profile?tab=api-keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Changes');
  await page.getByRole('checkbox', { name: 'Change users' }).click();
  await page.getByLabel('Password *').fill(demoPassword);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const key = await readNewKey(page);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  return key;
}

interface FeedEvent {
  id: string;
  number: number;
}

async function readFeed(url: string, key: string): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (let after = ''; ; ) {
    const query = new URLSearchParams({ first: '100', ...(after && { after }) });
    const answer = await fetch(`${url}/events?${query}`, { headers: { authorization: `Bearer ${key}` } });
    const page = await answer.json();
    events.push(...page.events);
    if (!page.hasNextPage) return events;
    after = page.endCursor;
  }
}
const readCopy = async (file: string): Promise<FeedEvent[]> => {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).sort((one, other) => one.number - other.number);
};

test('DOC-9 HOOK-18 HOOK-19 HOOK-20 HOOK-5 a webhook is made and tested with the receiver of its page; that is killed while changes are made, and has the feed at the end', async ({
  page,
  hooked: { url, port },
}) => {
  test.setTimeout(240_000);
  const key = await createKey(page);
  await page.goto('/O/keys');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${port}/`);
  await page.getByLabel('Password *').fill(demoPassword);
  await checkScreen(page, 'webhook-new');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  await page.getByRole('button', { name: 'I have stored it' }).click();

  const program = await getReceiver(url, key);
  const file = join(program.folder, 'received.jsonl');
  let receiver = await startReceiver(program, port, secret);
  await page.getByRole('button', { name: `Open http://127.0.0.1:${port}/` }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(async () => (await readCopy(file).catch(() => [])).length).toBeGreaterThan(0);
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    const tested = page.getByRole('list', { name: 'Deliveries' }).getByText('Webhook tested');
    await expect(tested).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByText('Request and response').first().click();
  await checkScreen(page, 'organisation-webhooks');

  const { data } = await ask(url, key, '{ viewer { user { id } } }');
  const rename = 'mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';
  const times: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const before = (await readCopy(file)).length;
    await ask(url, key, rename, { input: { id: data.viewer.user.id, firstName: `Timed ${n}` } });
    const changed = performance.now();
    await expect.poll(async () => (await readCopy(file)).length, { intervals: [20] }).toBeGreaterThan(before);
    times.push(performance.now() - changed);
  }
  expect(times.toSorted((one, other) => one - other)[18]).toBeLessThan(2_000);
  const changing = (async () => {
    for (let n = 0; n < changes; n += 1) {
      const input = { id: data.viewer.user.id, firstName: `Olga ${n}` };
      const answer = await ask(url, key, rename, { input });
      expect(answer.errors).toBeUndefined();
    }
  })();
  for (let round = 0; round < kills; round += 1) {
    await delay(100 + Math.random() * 500);
    await killed(receiver);
    await delay(Math.random() * 300);
    receiver = await startReceiver(program, port, secret);
  }
  await changing;
  try {
    const copyAndFeed = async () => {
      const [copy, feed] = [await readCopy(file), await readFeed(url, key)];
      const first = copy[0]?.number ?? 0;
      return { copy, feed: feed.filter(({ number }) => number >= first) };
    };
    await expect
      .poll(
        async () => {
          const { copy, feed } = await copyAndFeed();
          return copy.length - feed.length;
        },
        { timeout: 60_000 },
      )
      .toBe(0);
    const { copy, feed } = await copyAndFeed();
    expect(copy.length).toBeGreaterThan(changes);
    expect(copy).toEqual(feed);
  } finally {
    await killed(receiver);
    await rm(program.folder, { recursive: true });
  }
});
