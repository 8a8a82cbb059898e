import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@console/platform/testing/free-port';
import { expect, type Page } from '@playwright/test';
import { test as base, checkScreen, signIn } from './journey.ts';
import { ask, readNewKey } from './keys.ts';
import { removeSystem, startSystem } from './system.ts';

const root = join(import.meta.dirname, '..');
const kills = 5;
const changes = 150;

/** A console with a platform that may reach a receiver on this machine. */
const test = base.extend<{ hooked: { url: string; port: number; dataDir: string }; baseURL: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on destructured, and this one depends on none.
  hooked: async ({}, use) => {
    const port = await freePort();
    const system = await startSystem({ OUTBOUND_HOSTS: `127.0.0.1:${port}`, KEY_POINTS_PER_MINUTE: '0' });
    await use({ url: system.url, port, dataDir: system.dataDir });
    await removeSystem(system);
  },
  baseURL: async ({ hooked }, use) => use(hooked.url),
});

/** Starts the example that receives webhooks, and waits until it listens. */
async function startReceiver(file: string, port: number, secret: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'docs/examples/receive-webhooks.mjs'), file], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the receiver has ended with ${code}`)));
  });
  return child;
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

test('HOOK-18 HOOK-19 HOOK-20 HOOK-5 a webhook is made and tested; its receiver is killed while changes are made, and has the feed at the end', async ({
  page,
  hooked: { url, port, dataDir },
}) => {
  test.setTimeout(240_000);
  const key = await createKey(page);
  await page.goto('/O/keys');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}/`);
  await checkScreen(page, 'webhook-new');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  await page.getByRole('button', { name: 'I have stored it' }).click();

  const file = join(dataDir, 'received.jsonl');
  let receiver = await startReceiver(file, port, secret);
  await page.getByRole('button', { name: `Open http://127.0.0.1:${port}/` }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(async () => (await readCopy(file).catch(() => [])).length, { timeout: 10_000 }).toBeGreaterThan(0);
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return page.getByRole('list', { name: 'Deliveries' }).getByText('Webhook tested').isVisible();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await page.getByText('Request and answer').first().click();
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
    receiver = await startReceiver(file, port, secret);
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
  }
});
