import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { deleteExpiredRows } from '../core/database/purge.ts';
import type { UserName } from '../testing/fixtures.ts';
import { newOrganisation, newUser, organisationForm } from '../testing/forms.ts';
import { png, svg } from '../testing/images.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
let logo: Buffer;
let icon: Buffer;
beforeAll(async () => {
  [logo, icon] = [await png(800, 200), svg()];
});

type Files = Parameters<typeof organisationForm>[1];
const create = async (fields: object, files: Files = { logo, icon }, attempt?: string, user: UserName = 'adm') => {
  const { body, headers } = organisationForm(fields, files);
  const { apiKey } = await platform.signIn(user);
  const more: Record<string, string> = attempt === undefined ? {} : { 'idempotency-key': attempt };
  return platform.call('POST /consoles', { key: apiKey, body, headers: { ...headers, ...more } });
};
const said = async (answer: ReturnType<typeof create>) => [(await answer).statusCode, (await answer).json()];
const left = async () => {
  const tables = ['ent_org', 'stored_file', 'idempotency_key'] as const;
  return Promise.all(tables.map(async (table) => (await platform.db.selectFrom(table).selectAll().execute()).length));
};

test('REST-39 ORG-8 ORG-17 WIZ-13 an Administrator creates an organisation, which is first in the list', async () => {
  platform.moveClock(1_000);
  const answer = await create(newOrganisation('New', { user_limit: '5', registered_address: ' 1 Road ' }));
  const { org } = answer.json();
  expect([answer.statusCode, org]).toEqual([
    200,
    expect.objectContaining({
      brandname: 'New',
      legalname: 'New Ltd',
      email_domain: 'new.example,sub.new.example',
      user_limit: 5,
      user_limit_text: '5',
      is_disabled: false,
      organizer: null,
      created_at: platform.now().toISOString(),
      facility: { pin: '400051', country: 'India', state: 'Maharashtra', city: 'Mumbai', registered_address: '1 Road' },
      logo: { file_name: 'logo.png', url: expect.stringMatching(/^\/files\/[\w-]{22}$/) },
      icon: { file_name: 'icon.png', url: expect.stringMatching(/^\/files\/[\w-]{22}$/) },
    }),
  ]);
  const { apiKey } = await platform.signIn('adm');
  const list = await platform.call('GET /consoles/org_list', { key: apiKey });
  expect(list.json().active_orgs[0]).toEqual(org);
  const served = await platform.call(`GET ${org.icon.url}` as 'GET /', { key: apiKey });
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const foreign = await platform.call(`GET ${org.icon.url}` as 'GET /', {
    key: (await platform.signIn('orgA')).apiKey,
  });
  expect(foreign.statusCode).toBe(404);
  const [entry] = await platform.auditEntries('organisations:create');
  expect(entry).toMatchObject({ target_id: String(org.id), after: { brandname: 'New', user_limit: 5 } });
});

test('REALUSE-18 a new organisation takes a time zone, by default UTC, and an unknown one is an error', async () => {
  const zones = async (name: string, more: object) => {
    const answer = await create(newOrganisation(name, more));
    if (answer.statusCode !== 200) return answer.json().errors.time_zone;
    const { id } = answer.json().org;
    const stored = platform.db.selectFrom('ent_org').select('time_zone').where('id', '=', id);
    return (await stored.executeTakeFirstOrThrow()).time_zone;
  };
  expect([
    await zones('First', { time_zone: 'Pacific/Auckland' }),
    await zones('Second', {}),
    await zones('Third', { time_zone: 'Mars/Olympus' }),
  ]).toEqual(['Pacific/Auckland', 'UTC', ['is not a known time zone']]);
});

test('WIZ-3 CONST-2 an invalid user limit is No Limit', async () => {
  for (const [place, user_limit] of ['0', '05', '-3', '1.5', 'abc'].entries()) {
    const { org } = (await create(newOrganisation(`New ${place}`, { user_limit }))).json();
    expect([org.user_limit, org.user_limit_text]).toEqual([-1, 'No Limit']);
  }
  expect((await create(newOrganisation('Other'))).json().org.user_limit).toBe(-1);
});

test('ORG-15 CASES-25 all missing and invalid fields and files are reported at once, and nothing is stored', async () => {
  const before = await left();
  const names = ['brandname', 'legalname', 'industry', 'email_domain', 'website', 'pin', 'country', 'state', 'city'];
  const all = (value: string) => Object.fromEntries([...names, 'logo', 'icon'].map((name) => [name, [value]]));
  expect(await said(create({}, {}))).toEqual([422, { errors: all('required'), codes: all('REQUIRED') }]);
  for (const website of ['javascript:alert(1)', ' data:text/html,x', '//evil', 'http://a b'])
    expect(await said(create(newOrganisation('New', { website })))).toEqual([
      422,
      { errors: { website: ['must be an http or https URL'] }, codes: { website: ['FORMAT'] } },
    ]);
  expect(await left()).toEqual(before);
});

test('REST-39 a brand name is unique, ignoring case', async () => {
  const taken = [422, { errors: { brandname: ['is taken'] }, codes: { brandname: ['TAKEN'] } }];
  expect(await said(create(newOrganisation('ORGANISATION b')))).toEqual(taken);
  expect(await left()).toEqual([4, 0, 0]);
});

test('CASES-49 CASES-52 SECURITY-T14 files that are too large or no images are refused by field, and nothing is stored', async () => {
  const fields = newOrganisation('New');
  const large = [
    422,
    { errors: { logo: ['must be at most 2 MB'] }, codes: { logo: ['FORMAT'] }, code: 'FILE_REFUSED' },
  ];
  expect(await said(create(fields, { logo: Buffer.alloc(3_000_000), icon }))).toEqual(large);
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  expect(await said(create(fields, { logo, icon: [html, '../../x.png'] }))).toEqual([
    422,
    { errors: { icon: ['must be a PNG, JPEG or SVG image'] }, codes: { icon: ['FORMAT'] }, code: 'FILE_REFUSED' },
  ]);
  expect((await create(fields, { logo: Buffer.alloc(20_000_000), icon })).statusCode).toBe(413);
  expect(await left()).toEqual([4, 0, 0]);
});

test('OPEN-40 WIZ-14 a repeated idempotency key returns the existing organisation, with other content it is a conflict', async () => {
  const fields = newOrganisation('New');
  const first = await create(fields, { logo, icon }, 'attempt-1');
  const again = await create(fields, { logo, icon }, 'attempt-1');
  expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  const conflict = [422, expect.objectContaining({ code: 'IDEMPOTENCY_CONFLICT' })];
  expect(await said(create({ ...fields, city: 'Pune' }, { logo, icon }, 'attempt-1'))).toEqual(conflict);
  expect(await said(create(fields, { logo: icon, icon }, 'attempt-1'))).toEqual(conflict);
  expect((await create(fields, { logo, icon }, 'attempt-2')).json().errors).toEqual({ brandname: ['is taken'] });
  expect(await left()).toEqual([5, 2, 1]);
  expect((await create(fields, { logo, icon }, 'x'.repeat(256))).statusCode).toBe(422);
  platform.moveClock(dayMs + 1);
  await deleteExpiredRows(platform.db, platform.now);
  expect((await left())[2]).toBe(0);
});

test('OPEN-40 a failed attempt can be repeated with the same key', async () => {
  const bad = newOrganisation('Organisation A');
  expect((await create(bad, { logo, icon }, 'attempt-1')).statusCode).toBe(422);
  await platform.db.updateTable('ent_org').set({ brandname: 'Other' }).where('id', '=', platform.orgs.A).execute();
  expect((await create(bad, { logo, icon }, 'attempt-1')).statusCode).toBe(200);
});

test('OPEN-40 REST-20 REST-41 the users of the wizard are created once each, with one mail', async () => {
  const { apiKey } = await platform.signIn('adm');
  const { org } = (await create(newOrganisation('New'))).json();
  const send = (path: string, attempt: string, ent_usr: object) =>
    platform.call(`POST /consoles/${path}`, {
      key: apiKey,
      body: { ent_usr },
      headers: { 'idempotency-key': attempt },
    });
  const people = [
    ['create_organiser', newUser('boss@new.example', { ent_org_id: org.id, role_id: undefined, designation: 'CISO' })],
    ['create_org_user', newUser('ceo@new.example', { ent_org_id: org.id, role_id: 4, designation: 'CEO' })],
  ] as const;
  for (const [path, ent_usr] of people) {
    const first = await send(path, 'attempt', ent_usr);
    const again = await send(path, 'attempt', ent_usr);
    expect([path, first.statusCode, again.json()]).toEqual([path, 200, first.json()]);
    const other = await send(path, 'attempt', { ...ent_usr, firstname: 'Other' });
    expect([other.statusCode, other.json().code]).toEqual([422, 'IDEMPOTENCY_CONFLICT']);
  }
  expect(await platform.db.selectFrom('mail').select('id').execute()).toHaveLength(2);
});

test('OPEN-40 a database failure in the middle leaves no organisation, file or key', async () => {
  for (const table of ['stored_file', 'audit_entry', 'idempotency_key']) {
    const broken = sql`create trigger broken before insert on ${sql.table(table)} for each row execute function break_down()`;
    await sql`create or replace function break_down() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
      platform.db,
    );
    const { apiKey } = await platform.signIn('adm');
    const before = await left();
    await broken.execute(platform.db);
    const { body, headers } = organisationForm(newOrganisation('New'), { logo, icon });
    const more = { key: apiKey, body, headers: { ...headers, 'idempotency-key': 'attempt' } };
    expect((await platform.call('POST /consoles', more)).statusCode).toBe(500);
    await sql`drop trigger broken on ${sql.table(table)}`.execute(platform.db);
    expect([table, await left()]).toEqual([table, before]);
  }
  expect((await create(newOrganisation('New'), { logo, icon }, 'attempt')).statusCode).toBe(200);
});
