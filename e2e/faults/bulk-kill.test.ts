import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Servers, sendQuery, startServers } from './processes.ts';

const people = 2_000;
const act = { act: 'activate', org: 0 };

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
  const { db, fixtures } = servers;
  act.org = fixtures.orgs.B;
  const now = new Date();
  const rows = Array.from({ length: people }, (_, n) => ({
    ...{ ent_org_id: act.org, email: `asleep${n}@b.example`, role_id: 5, is_disabled: true },
    ...{ created_at: now, updated_at: now },
  }));
  await db.insertInto('ent_usr').values(rows).execute();
});
afterAll(() => servers.close());

const ofMany = () => servers.db.selectFrom('ent_usr').select('id').where('email', 'like', 'asleep%');
const activated = async () => (await ofMany().where('is_disabled', '=', false).execute()).length;

test('BULKACT-13 kill -9 of the platform while a job activates 2,000 users: each exactly once, one mail each, the result complete', async () => {
  const { db, keys, platform } = servers;
  const answer = await fetch(`${platform.origin}/consoles/ext/start_bulk_act`, {
    method: 'POST',
    headers: { 'api-key': keys.orgB, 'content-type': 'application/json' },
    body: JSON.stringify({ act: 'activate', users: { org_id: act.org, state: 'inactive' }, count: people }),
  });
  expect(answer.status).toBe(200);
  for (const after of [200, 900]) {
    await expect.poll(activated, { timeout: 150_000, interval: 20 }).toBeGreaterThan(after);
    await servers.platform.end('SIGKILL');
    servers.platform = await servers.startPlatform();
  }
  const states = () =>
    db
      .selectFrom('bulk_row')
      .select((of) => ['state', of.fn.countAll<number>().as('rows')])
      .groupBy('state')
      .execute();
  await expect.poll(states, { timeout: 240_000, interval: 500 }).toEqual([{ state: 'done', rows: people }]);
  const ended = db.selectFrom('bulk_job').select(['finished_at', 'stop_code']);
  await expect.poll(async () => (await ended.executeTakeFirst())?.finished_at, { timeout: 10_000 }).toBeTruthy();
  expect((await ended.executeTakeFirst())?.stop_code).toBeNull();
  const mails = await db.selectFrom('mail').select('recipient').where('recipient', 'like', 'asleep%').execute();
  expect([mails.length, new Set(mails.map(({ recipient }) => recipient)).size]).toEqual([people, people]);
  const events = db.selectFrom('audit_entry').select('target_id').where('action', '=', 'users:activate');
  expect(new Set((await events.execute()).map(({ target_id }) => target_id)).size).toBe(people);
  expect(await events.execute()).toHaveLength(people);
}, 600_000);

const startDocument = /* GraphQL */ `
  mutation Start($input: StartBulkActInput!) { startBulkAct(input: $input) { job { id totalCount } } }
`;

test('BULKACT-14 kill -9 of the gateway after a job was started: the same mutation again answers the same job, which is complete', async () => {
  const { db, keys, gateways } = servers;
  const [gateway] = gateways;
  if (!gateway) throw new Error('no gateway');
  const users = { filter: { status: 'ACTIVE', roleKeys: ['AUDITEE'] } };
  const variables = {
    input: {
      act: 'CHANGE_DEPARTMENT',
      users: { organisationId: String(act.org), ...users },
      count: people,
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
    .poll(async () => (await send(again.origin))?.data?.startBulkAct, { timeout: 90_000, interval: 1_000 })
    .toMatchObject({ job: { totalCount: people } });
  expect(await db.selectFrom('bulk_job').select('id').execute()).toHaveLength(2);
  const moved = () => ofMany().where('department_name', '=', 'Legal').execute();
  await expect.poll(async () => (await moved()).length, { timeout: 240_000, interval: 500 }).toBe(people);
}, 400_000);
