import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { NewRow } from '../core/database/schema.ts';
import type { UserName } from '../testing/fixtures.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { addUsers, minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();

const ask = async (query = '', user: UserName = 'adm') =>
  platform.call(`GET /consoles/org_list?${query}`, { key: (await platform.signIn(user)).apiKey });
const read = async (query = '') => {
  const { active_orgs, disable_orgs, ...counts } = (await ask(query)).json();
  return { active: active_orgs.map(nameOf), disabled: disable_orgs.map(nameOf), ...counts };
};
const nameOf = ({ brandname }: { brandname: string }) => brandname.replace('Organisation ', '');

const add = async (rows: (Partial<NewRow<'ent_org'>> & { brandname: string })[]) => {
  const made = rows.map((row) => ({
    guid: randomUUID(),
    created_at: minutesAgo(0),
    updated_at: minutesAgo(0),
    ...row,
  }));
  const inserted = await platform.db.insertInto('ent_org').values(made).returning('id').execute();
  return inserted.map(({ id }) => id);
};

const fill = () =>
  add([
    { brandname: 'Émile', legalname: 'Grün AG', created_at: minutesAgo(3), updated_at: minutesAgo(1) },
    { brandname: 'emil_x', email_domain: 'mail.zed, z%.example', created_at: minutesAgo(2), updated_at: minutesAgo(8) },
    { brandname: 'Zoo', is_disabled: true, created_at: minutesAgo(1), updated_at: minutesAgo(7) },
    { brandname: 'ärm', is_disabled: true, created_at: minutesAgo(9), updated_at: minutesAgo(6) },
  ]);

test('ORG-1 ORG-3 REST-37 lists active organisations newest first by creation and disabled ones by change, under the specification’s keys', async () => {
  await fill();
  const answer = await ask();
  expect(Object.keys(answer.json())).toEqual(['active_orgs', 'disable_orgs']);
  expect(await read()).toEqual({ active: ['M', 'B', 'A', 'emil_x', 'Émile'], disabled: ['D', 'ärm', 'Zoo'] });
});

test('ORG-9 REST-37 without disabled organisations that list is empty', async () => {
  await platform.db.updateTable('ent_org').set({ is_disabled: false }).execute();
  expect((await read()).disabled).toEqual([]);
});

test('ORG-8 ENT-4 OPEN-36 REST-37 a row equals the detail call with counts, organiser and files, without configuration and active users', async () => {
  const { db, orgs, users } = platform;
  const file = { content_type: 'image/png', bytes: new Uint8Array([1]), created_at: minutesAgo(0), file_name: 'l.png' };
  await db
    .insertInto('stored_file')
    .values({ id: 'L'.repeat(22), ent_org_id: orgs.A, ...file })
    .execute();
  const logo_id = 'L'.repeat(22);
  await db.updateTable('ent_org').set({ organizer_id: users.orgA.id, logo_id }).where('id', '=', orgs.A).execute();
  await db.updateTable('ent_org').set({ organizer_id: users.usrD.id }).where('id', '=', orgs.D).execute();
  const moments = { created_at: minutesAgo(0), updated_at: minutesAgo(0) };
  for (const audit_status of ['Completed', 'On Hold', 'Not Started'])
    await db
      .insertInto('asmt')
      .values({ ent_org_id: orgs.A, title: 'T', audit_status, ...moments })
      .execute();
  for (const title of ['GDPR', 'HIPAA'])
    await db
      .insertInto('subscribed_model')
      .values({ ent_org_id: orgs.A, title, created_at: minutesAgo(0) })
      .execute();
  await addUsers(db, orgs.A, [{ role_id: 5 }, { role_id: 5 }, { role_id: 5, is_disabled: true }]);

  const { active_orgs, disable_orgs } = (await ask()).json();
  const rowA = active_orgs.find(({ id }: { id: number }) => id === orgs.A);
  expect(rowA).toMatchObject({
    pending_asmts_count: 2,
    complete_asmts_count: 1,
    total_asmts_count: 3,
    models_count: 2,
    auditors_count: 1,
    auditees_count: 3,
    organizer: { id: users.orgA.id, role: { name: 'Organiser' } },
    logo: { file_name: 'l.png', url: `/files/${logo_id}` },
    user_limit_text: 'No Limit',
  });
  expect(disable_orgs[0].organizer.id).toBe(users.usrD.id);
  for (const row of [...active_orgs, ...disable_orgs]) {
    const { apiKey } = await platform.signIn('adm');
    const { org } = (await platform.call(`GET /consoles/org_detail?org_id=${row.id}`, { key: apiKey })).json();
    const { config, active_users_count, audit_retention_days, sign_in_retention_days, review_evidence_years, ...rest } =
      org;
    expect([config, active_users_count]).toEqual([expect.anything(), expect.any(Number)]);
    expect([audit_retention_days, sign_in_retention_days, review_evidence_years]).toEqual([1_095, null, 3]);
    expect(row).toEqual(rest);
  }
});

test('ORG-1 REST-37 both lists are searched in brand name, legal name and email domains, ignoring case and accents', async () => {
  await fill();
  const found = async (search: string) => {
    const { active, disabled, ...counts } = await read(`search=${encodeURIComponent(search)}`);
    expect(counts).toMatchObject({ active_count: active.length, disable_count: disabled.length });
    return [active, disabled];
  };
  expect(await found('éMILE')).toEqual([['Émile'], []]);
  expect(await found('emile')).toEqual([['Émile'], []]);
  expect(await found('E\u0301mile')).toEqual([['Émile'], []]);
  expect(await found('GRÜN')).toEqual([['Émile'], []]);
  expect(await found(' Mail.ZED ')).toEqual([['emil_x'], []]);
  expect(await found('z')).toEqual([['emil_x'], ['Zoo']]);
  expect(await found('%')).toEqual([['emil_x'], []]);
  expect(await found('_')).toEqual([['emil_x'], []]);
  expect(await found('\\')).toEqual([[], []]);
});

test('ORG-1 REST-37 OPEN-48 each list has its own order and page; a limit of 0 returns its count alone', async () => {
  await fill();
  expect(await read('active_limit=0&disable_limit=2')).toEqual({
    active: [],
    disabled: ['D', 'ärm'],
    active_count: 5,
    disable_count: 3,
    disable_has_next: true,
    disable_has_previous: false,
  });
  expect(await read('active_order_by=brandname&active_limit=2&active_offset=1&disable_order_by=created_at')).toEqual({
    active: ['Émile', 'A'],
    disabled: ['D', 'Zoo', 'ärm'],
    active_count: 5,
    disable_count: 3,
    active_has_next: true,
    active_has_previous: true,
    disable_has_next: false,
    disable_has_previous: false,
  });
  expect((await read('active_order_by=updated_at&active_direction=asc')).active.slice(0, 2)).toEqual([
    'emil_x',
    'Émile',
  ]);
  expect((await read('disable_order_by=brandname&disable_direction=desc&active_limit=0')).disabled).toEqual([
    'Zoo',
    'D',
    'ärm',
  ]);
});

test.each([
  ['models', ['B', 'A', 'M']],
  ['assessments', ['A', 'B', 'M']],
  ['assessors', ['M', 'A', 'B']],
  ['auditees', ['B', 'A', 'M']],
])('ORG-8 REST-37 orders by %s, descending, nulls as 0', async (order, expected) => {
  const { db, orgs } = platform;
  const moments = { created_at: minutesAgo(0), updated_at: minutesAgo(0) };
  const models = (
    [
      [orgs.A, 1],
      [orgs.B, 2],
    ] as const
  ).flatMap(([ent_org_id, many]) =>
    Array.from({ length: many }, (_, n) => ({ ent_org_id, title: `T${n}`, created_at: minutesAgo(0) })),
  );
  await db.insertInto('subscribed_model').values(models).execute();
  for (const ent_org_id of [orgs.A, orgs.A, orgs.B])
    await db
      .insertInto('asmt')
      .values({ ent_org_id, title: 'T', audit_status: 'Completed', ...moments })
      .execute();
  await addUsers(db, orgs.B, [{ role_id: 5 }, { role_id: 5 }]);
  expect((await read(`active_order_by=${order}`)).active).toEqual(expected);
  const upwards = (await read(`active_order_by=${order}&active_direction=asc`)).active;
  expect(upwards).toEqual(expected.toReversed());
});

test('REST-37 SPEC-8 a page that is too large is refused under its own field', async () => {
  const answer = await ask('disable_limit=101');
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    { errors: { disable_limit: ['must be at most 100'] }, codes: { disable_limit: ['FORMAT'] } },
  ]);
});

test('STYLE-4 REST-37 a list of many needs as many queries as a list of few', async () => {
  const { apiKey } = await platform.signIn('adm');
  const asked = vi.spyOn(platform.db.getExecutor(), 'executeQuery');
  await platform.db.updateTable('ent_org').set({ organizer_id: platform.users.orgA.id }).execute();
  const statements = async () => {
    asked.mockClear();
    const answer = await platform.call('GET /consoles/org_list', { key: apiKey });
    return [answer.json().active_orgs.length, asked.mock.calls.length];
  };
  const [few, times] = await statements();
  const organizer_id = platform.users.orgB.id;
  await add(Array.from({ length: 40 }, (_, n) => ({ brandname: `More ${n}`, organizer_id })));
  expect([few, await statements()]).toEqual([3, [43, times]]);
  asked.mockRestore();
});

test('DESIGN-5 REST-37 without extensions both lists are complete, and the other parameters are ignored', async () => {
  const basic = await startTestPlatform({ settings: { extensions: false } });
  const { apiKey: key } = await basic.signIn('arc');
  const plain = (await basic.call('GET /consoles/org_list', { key })).json();
  const more = 'search=unknown&active_limit=x&disable_limit=0&active_order_by=x';
  expect((await basic.call(`GET /consoles/org_list?${more}`, { key })).json()).toEqual(plain);
  expect([Object.keys(plain), plain.active_orgs.length]).toEqual([['active_orgs', 'disable_orgs'], 3]);
  await basic.close();
});
