import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

// Much slower on the embedded database, where the same code is tested with small lists.
let platform: TestPlatform;
let apiKey: string;
beforeAll(async () => {
  platform = await startTestPlatform();
  await sql`insert into ent_usr (ent_org_id, email, firstname, lastname, role_id, department_name, created_at, updated_at)
    select ${platform.orgs.B}, 'u' || n || '@many.example', 'First' || n % 100, 'Last' || n, case when n % 7 = 0 then null else 5 end, 'Department ' || n % 9, now(), now()
    from generate_series(1, 20000) n`.execute(platform.db);
  await sql`analyze ent_usr`.execute(platform.db);
  await platform.app.listen({ port: 0, host: '127.0.0.1' });
  ({ apiKey } = await platform.signIn('adm'));
});
afterAll(() => platform.close());

const send = (body: object) => {
  const { port } = platform.app.server.address() as AddressInfo;
  const headers = { 'content-type': 'application/json', 'api-key': apiKey };
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/consoles/ext/export_rows', headers });
  sent.end(JSON.stringify({ limit: 1_000_000, ...body }));
  return sent;
};

test('EXPORT-1 of 20,000 users the stream has each once, in the order and with the filter of the list', async () => {
  const query = { org_id: platform.orgs.B, search: 'first4', order_by: 'role', direction: 'desc' };
  const answer = await platform.call('POST /consoles/ext/export_rows', {
    key: apiKey,
    body: { list: 'all_users', query, limit: 1_000_000 },
  });
  const [head, ...lines] = answer.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { rows } = await sql<{ id: number }>`select ent_usr.id from ent_usr left join role on role.id = role_id
    where ent_org_id = ${platform.orgs.B} and firstname like 'First4%'
    order by role.level desc nulls last, ent_usr.id desc`.execute(platform.db);
  expect(rows).toHaveLength(2_200);
  expect([head, lines.at(-1)]).toEqual([{ total: 2_200 }, { end: 2_200 }]);
  expect(lines.slice(0, -1).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test('EXPORT-5 EXPORT-6 a reader that goes away ends the export, which is recorded as cut', async () => {
  const sent = send({ list: 'all_users', query: {} });
  sent.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    sent.on('response', (response) => response.once('data', () => resolve(void sent.destroy())));
  });
  const cut = () => platform.auditEntries('lists:export').then((entries) => entries.at(-1)?.after);
  await vi.waitFor(async () => expect(await cut()).toMatchObject({ is_cut: true }), 5_000);
  const { rows = 0 } = (await cut()) as { rows?: number };
  expect(rows).toBeLessThan(20_000);
});

test('CURRENT-8 an export ends when the session of its caller does, and is recorded as cut', async () => {
  const response = await new Promise<IncomingMessage>((resolve) => {
    send({ list: 'all_users', query: {} }).on('response', resolve);
  });
  await new Promise((resolve) => response.once('readable', () => resolve(response.read(1))));
  await platform.db.updateTable('session').set({ ended_at: platform.now() }).execute();
  const closed = new Promise((resolve) => response.on('error', resolve).on('close', resolve));
  response.resume();
  await closed;
  expect(response.complete).toBe(false);
  const last = async () => (await platform.auditEntries('lists:export')).at(-1);
  await expect.poll(async () => (await last())?.after).toMatchObject({ is_cut: true });
});
