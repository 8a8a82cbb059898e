import { fixturePassword } from '@console/platform/testing/fixtures';
import { startMailServer } from '@console/platform/testing/mail-server';
import { chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Servers, sendQuery, startServers } from './processes.ts';

const people = 2_000;
const connections = 5;
let organisationId = 0;

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let servers: Servers;
const kills: (() => Promise<void>)[] = [];
beforeAll(async () => {
  mailServer = await startMailServer();
  servers = await startServers({
    settings: { SMTP_URL: mailServer.url, SMTP_CONNECTIONS: String(connections) },
  });
  const { db, fixtures } = servers;
  organisationId = fixtures.orgs.B;
  const now = new Date();
  const rows = Array.from({ length: people }, (_, n) => ({
    ent_org_id: organisationId,
    email: `asleep${n}@b.example`,
    role_id: 5,
    is_disabled: true,
    created_at: now,
    updated_at: now,
  }));
  await db.insertInto('ent_usr').values(rows).execute();
});
afterAll(async () => {
  await Promise.all(kills.map((kill) => kill()));
  await servers.close();
  await mailServer.close();
});

const ofMany = () => servers.db.selectFrom('ent_usr').select('id').where('email', 'like', 'asleep%');
const activated = async () => (await ofMany().where('is_disabled', '=', false).execute()).length;
const reaches = (count: number) => expect.poll(activated, { timeout: 150_000, interval: 20 }).toBeGreaterThan(count);

/** A browser as a process of its own, with a signed-in page. */
async function openBrowser(origin: string) {
  const executablePath = process.env.CHROMIUM_PATH ?? chromium.executablePath();
  const server = await chromium.launchServer({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${origin}/U?search=asleep`);
  await page.getByRole('textbox', { name: 'Email' }).fill(servers.fixtures.users.orgB.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(fixturePassword);
  await page.getByRole('button', { name: 'Next' }).click();
  const kill = () => server.kill();
  kills.push(kill);
  return { page, kill };
}

const titleOf = (page: Page) => page.getByRole('region', { name: 'Bulk action' }).getByRole('heading');

async function activateAll(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Inactive users' });
  await table.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Select all 2,000' }).click();
  await bar.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
}

test('BULKACT-13 BULKACT-26 kill -9 of platform, gateway and browser while one job activates 2,000 users: each row exactly once, one mail each, the whole result in a new browser', async () => {
  const { db, gateways } = servers;
  const [gateway] = gateways;
  if (!gateway) throw new Error('no gateway');
  const port = Number(new URL(gateway.origin).port);
  const origin = `http://localhost:${port}`;
  const first = await openBrowser(origin);
  await activateAll(first.page);
  await reaches(200);
  await servers.platform.end('SIGKILL');
  servers.platform = await servers.startPlatform();
  await reaches(700);
  await gateway.end('SIGKILL');
  gateways.splice(0, 1, await servers.startGateway(port));
  await expect.poll(() => titleOf(first.page).textContent(), { timeout: 60_000 }).toMatch(/ (8|9|1,\d)\d\d of 2,000/);
  await first.kill();
  expect(await activated()).toBeLessThan(people);
  const second = await openBrowser(origin);
  await expect
    .poll(() => titleOf(second.page).textContent(), { timeout: 240_000, interval: 500 })
    .toBe('Activate: 2,000 activated');

  const states = db.selectFrom('bulk_row').select(['job_id', 'state', ({ fn }) => fn.countAll<number>().as('rows')]);
  expect(await states.groupBy(['job_id', 'state']).execute()).toMatchObject([{ state: 'done', rows: people }]);
  const job = await db.selectFrom('bulk_job').select(['total_count', 'finished_at', 'stop_code']).execute();
  expect(job).toEqual([{ total_count: people, finished_at: expect.any(Date), stop_code: null }]);
  const events = db.selectFrom('audit_entry').select('target_id').where('action', '=', 'users:activate');
  const ids = (await events.execute()).map(({ target_id }) => target_id);
  expect([ids.length, new Set(ids).size]).toEqual([people, people]);
  expect(await db.selectFrom('audit_entry').select('id').where('action', '=', 'bulk:start').execute()).toHaveLength(1);

  const mails = db.selectFrom('mail').where('recipient', 'like', 'asleep%');
  await expect
    .poll(() => mails.select('id').where('sent_at', 'is', null).execute(), { timeout: 150_000, interval: 500 })
    .toEqual([]);
  const recipients = (await mails.select('recipient').execute()).map(({ recipient }) => recipient);
  expect([recipients.length, new Set(recipients).size]).toEqual([people, people]);
  const received = mailServer.received.filter(({ to }) => to?.startsWith('asleep'));
  expect(new Set(received.map(({ to }) => to))).toEqual(new Set(recipients));
  // A mail that was in flight at the kill is sent again, as the same message.
  expect(received.length - people).toBeLessThanOrEqual(connections);
  expect(new Set(received.map(({ to, raw }) => `${to} ${/^Message-ID: (.*)$/im.exec(raw)?.[1]}`)).size).toBe(people);
}, 600_000);

const startDocument = /* GraphQL */ `
  mutation Start($input: StartBulkActionInput!) { startBulkAction(input: $input) { job { id totalCount } } }
`;

test('BULKACT-14 kill -9 of the gateway after a job was started: the same mutation again answers the same job, which is complete', async () => {
  const { db, keys, gateways } = servers;
  const [gateway] = gateways;
  if (!gateway) throw new Error('no gateway');
  // The search finds asleep19, asleep190 to asleep199 and asleep1900 to asleep1999.
  const [users, count] = [{ search: 'asleep19', filter: { status: 'ACTIVE' } }, 111];
  const variables = {
    input: {
      action: 'CHANGE_DEPARTMENT',
      users: { organisationId: String(organisationId), ...users },
      count,
      departmentName: 'Legal',
    },
  };
  const send = (origin: string) =>
    sendQuery(origin, keys.orgB, startDocument, variables, { 'idempotency-key': 'bulk-1' });
  const first = send(gateway.origin);
  await expect
    .poll(async () => (await db.selectFrom('bulk_job').select('id').execute()).length, { timeout: 30_000, interval: 5 })
    .toBe(2);
  await gateway.end('SIGKILL');
  await first;
  const again = await servers.startGateway(Number(new URL(gateway.origin).port));
  gateways.splice(0, 1, again);
  await expect
    .poll(async () => (await send(again.origin))?.data?.startBulkAction, { timeout: 90_000, interval: 1_000 })
    .toMatchObject({ job: { totalCount: count } });
  expect(await db.selectFrom('bulk_job').select('id').execute()).toHaveLength(2);
  const moved = () => ofMany().where('department_name', '=', 'Legal').execute();
  await expect.poll(async () => (await moved()).length, { timeout: 240_000, interval: 500 }).toBe(count);
}, 400_000);
