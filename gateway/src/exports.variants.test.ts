import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { read, utils } from '@e965/xlsx';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestClient } from './testing/client.ts';
import { download, exportedRows, startExport } from './testing/exports.ts';
import { addExternalUser, addMapping } from './testing/mapping-mutations.ts';
import { mode, startTestSystem, testWith, useTestSystem } from './testing/system.ts';

const system = useTestSystem({ settings: { GATEWAY_SECRET: 'shared by gateway and platform in tests' } });
let tab: TestClient;
let organisationId: string;
beforeEach(async () => {
  tab = await system.signIn('orgA');
  organisationId = String(system.platform.orgs.A);
});

const rename = (user: 'assA' | 'audA', columns: object) =>
  system.platform.db.updateTable('ent_usr').set(columns).where('id', '=', system.platform.users[user].id).execute();

describe('the users of an organisation', () => {
  test('EXPORT-7 a CSV file has the columns of the table and the id, and the rows of the list in its order', async () => {
    await rename('audA', { firstname: 'Åsa', lastname: 'Öst', department_name: 'InfoSec, "Nord"' });
    const args = { organisationId, filter: { status: 'ACTIVE' }, orderBy: { field: 'EMAIL', direction: 'DESC' } };
    const { data } = await tab.graphql(
      `{ organisation(id: ${organisationId}) { users(filter: { status: ACTIVE }, orderBy: { field: EMAIL, direction: DESC }) { nodes { id email } } } }`,
    );
    const rows = await exportedRows(system, tab, { list: 'USERS', args });
    const columns = ['ID', 'Name', 'Email', 'Department', 'Role', 'Status'];
    const template = [
      'First name',
      'Last name',
      'Country code',
      'Mobile',
      'Designation',
      'Department lead',
      'Supervisor',
    ];
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...columns,
      ...(mode === 'on' ? ['Second factor', 'Last sign-in (UTC)'] : []),
      ...template,
    ]);
    expect(rows.map((row) => ({ id: row.ID, email: row.Email }))).toEqual(data.organisation.users.nodes);
    expect(rows.find((row) => row.Email === 'auda@a.example')).toMatchObject({
      Name: 'Åsa Öst',
      Department: 'InfoSec, "Nord"',
      Role: 'Auditee',
      Status: 'Active',
    });
  });

  test('EXPORT-7 the active users precede the inactive ones without a status, as in the list', async () => {
    const rows = await exportedRows(system, tab, { list: 'USERS', args: { organisationId } });
    expect(rows.map(({ Status }) => Status)).toEqual([...Array(5).fill('Active'), 'Inactive']);
  });

  test('EXPORT-7 users without a password are Invited, unless they are inactive, as on the screen', async () => {
    await rename('assA', { password_hash: null, last_sign_in_at: null });
    await system.platform.db
      .updateTable('ent_usr')
      .set({ password_hash: null, last_sign_in_at: null })
      .where('email', '=', 'disa@a.example')
      .execute();
    for (const [list, args] of [
      ['USERS', { organisationId }],
      ...(mode === 'on' ? ([['ALL_USERS', {}]] as const) : []),
    ] as const) {
      const rows = await exportedRows(system, await system.signIn('adm'), { list, args });
      const statusOf = (email: string) => rows.find((row) => row.Email === email)?.Status;
      expect([list, ...['auda@a.example', 'assa@a.example', 'disa@a.example'].map(statusOf)]).toEqual([
        list,
        'Active',
        mode === 'on' ? 'Invited' : 'Active',
        'Inactive',
      ]);
    }
  });

  test('EXPORT-8 CSV is UTF-8 with BOM, and what a spreadsheet would take for a formula begins with an apostrophe', async () => {
    await rename('assA', { firstname: '=1+1', lastname: null, department_name: '-2' });
    await rename('audA', { firstname: '@sum', lastname: "'=x", department_name: '+3' });
    const { data } = await startExport(tab, { list: 'USERS', args: { organisationId } });
    const answer = await download(system, tab, data.startExport.path);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-export-rows')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '6',
    ]);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    for (const text of ["'=1+1", "'-2", "'@sum", "''=x", "'+3"]) expect(bytes.toString()).toContain(`,${text},`);
  });

  test('EXPORT-9 EXPORT-19 an Excel file has every text as it is, and numbers as numbers', async () => {
    const name = '=1+1 😀 _x0041_ <&> "q"';
    await rename('assA', { firstname: name, lastname: null, department_name: '00042' });
    const { data } = await startExport(tab, { list: 'USERS', format: 'XLSX', args: { organisationId } });
    const answer = await download(system, tab, data.startExport.path);
    const workbook = read(await answer.arrayBuffer());
    expect(workbook.SheetNames).toEqual(['users']);
    const rows = utils.sheet_to_json<Record<string, unknown>>(workbook.Sheets.users ?? {}, { defval: '' });
    expect(rows).toHaveLength(6);
    expect(rows.find((row) => row.Name === name)).toMatchObject({ Department: '00042', ID: expect.any(Number) });
  });
});

describe('the other lists', () => {
  test('EXPORT-10 mappings have the columns of their table, filtered as in the list', async () => {
    await addMapping(system, 'orgB', 'orgA', { activated: true, status: 'Accepted', vendor: 'B' });
    const args = { organisationId, filter: { states: ['ACCEPTED'] } };
    const rows = await exportedRows(system, tab, { list: 'MAPPINGS', args });
    expect(rows).toMatchObject([{ 'Brand Name': 'Organisation B', Relationship: 'Vendor' }]);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...['ID', 'Brand Name', 'Relationship', 'Organiser', 'Email', 'Accepted Date (UTC)'],
    ]);
    expect(await exportedRows(system, tab, { list: 'MAPPINGS', args: { ...args, search: 'nothing' } })).toEqual([]);
  });

  test('EXPORT-22 models have the columns of their table', async () => {
    const created_at = new Date('2026-03-01T23:30:00.000Z');
    const ent_org_id = system.platform.orgs.A;
    await system.platform.db
      .insertInto('subscribed_model')
      .values([
        { ent_org_id, title: 'ISO 27001', created_at },
        { ent_org_id, title: '=SOC 2', created_at: new Date('2026-04-01T00:00:00.000Z') },
        { ent_org_id: system.platform.orgs.B, title: 'Of B', created_at },
      ])
      .execute();
    const wanted = { list: 'MODELS', args: { organisationId }, options: { timeZone: 'Europe/Berlin' } };
    const date = 'Allocated Date (Europe/Berlin)';
    for (const name of ['adm', 'arc'] as const)
      expect(await exportedRows(system, await system.signIn(name), wanted)).toEqual([
        { 'Allocated Model': "'=SOC 2", [date]: '2026-04-01T02:00:00.000+02:00' },
        { 'Allocated Model': 'ISO 27001', [date]: '2026-03-02T00:30:00.000+01:00' },
      ]);
    const admin = await system.signIn('adm');
    const { data } = await startExport(admin, { ...wanted, args: { organisationId: '999999' } });
    expect((await download(system, admin, data.startExport.path)).status).toBe(404);
    const exported = mode === 'on' ? await system.platform.auditEntries('lists:export') : [];
    expect(exported.map(({ target_id, subject_org_id, after }) => [target_id, subject_org_id, after])).toEqual(
      exported.map(() => ['models', ent_org_id, { rows: 2 }]),
    );
    expect(exported).toHaveLength(mode === 'on' ? 2 : 0);
  });

  test.each(['EXTERNAL_USERS', 'ASSESSMENTS', 'ORGANISATIONS'])('EXPORT-10 %s can be exported', async (list) => {
    const admin = await system.signIn('adm');
    const args = list === 'ORGANISATIONS' ? { filter: { states: ['ACTIVE'] } } : { organisationId };
    const rows = await exportedRows(system, admin, { list, args });
    expect(rows.length).toBe(list === 'ORGANISATIONS' ? 3 : 0);
  });

  test('EXPORT-10 XUSER-9 external users are exported as the list has them, from a stream or from the whole list', async () => {
    await addExternalUser(system, 'orgB', 'A');
    await addExternalUser(system, 'mfaB', 'A', true);
    const orderBy = { field: 'EMAIL', direction: 'DESC' };
    const rowsOf = (more: object) =>
      exportedRows(system, tab, { list: 'EXTERNAL_USERS', args: { organisationId, orderBy, ...more } });
    expect(await rowsOf({ search: 'EXAMPLE' })).toMatchObject([
      { Email: 'orgb@b.example', 'Home organisation': mode === 'on' ? 'Organisation B' : '', Status: 'Pending' },
      { Email: 'mfab@m.example', Status: 'Accepted' },
    ]);
    const query = { org_id: organisationId, search: 'EXAMPLE', order_by: 'email', direction: 'desc' };
    const streamed = system.upstream.sent('/consoles/ext/export_rows').map(({ body }) => body);
    expect(streamed).toMatchObject(mode === 'on' ? [{ list: 'external_users', query }] : []);
    expect(await rowsOf({ filter: { states: ['ACCEPTED'] } })).toMatchObject([{ Email: 'mfab@m.example' }]);
    expect(await rowsOf({ filter: { states: ['REJECTED'] } })).toEqual([]);
  });

  testWith('on', 'EXPORT-10 all users, invitations, API keys and the activity can be exported', async () => {
    const admin = await system.signIn('adm');
    await system.integrationKey('adm');
    const users = await exportedRows(system, admin, { list: 'ALL_USERS', args: { filter: { status: 'INACTIVE' } } });
    expect(users).toMatchObject([{ Email: 'disa@a.example', 'Organisation ID': organisationId }]);
    expect(await exportedRows(system, admin, { list: 'INVITATIONS', args: { organisationId } })).toEqual([]);
    const keys = await exportedRows(system, admin, { list: 'API_KEYS', args: { organisationId } });
    expect(keys).toMatchObject([{ Name: 'tests', Owner: 'adm Fixture', State: 'Active' }]);
    const events = await exportedRows(system, admin, {
      list: 'ACTIVITY',
      args: { filter: { actions: ['LISTS_EXPORT'] } },
    });
    expect(events.map(({ Event }) => Event)).toEqual([
      'adm Fixture exported the API keys.',
      'adm Fixture exported the invitations.',
      'adm Fixture exported the users of all organisations.',
    ]);
  });

  testWith('off', 'EXPORT-10 a list that the product API does not have is CAPABILITY_UNAVAILABLE', async () => {
    const admin = await system.signIn('adm');
    for (const list of ['INVITATIONS', 'API_KEYS'])
      expect((await startExport(admin, { list, args: { organisationId } })).code).toBe('CAPABILITY_UNAVAILABLE');
    expect((await startExport(admin, { list: 'ACTIVITY' })).code).toBe('CAPABILITY_UNAVAILABLE');
  });
});

/** Lists that the gateway exports row by row, and the call and key of each at an external product API. */
const written = [
  ['USERS', 'active_user_list', 'active_users'],
  ['USERS', 'inactive_user_list', 'inactive_users'],
  ['ORGANISATIONS', 'org_list', 'active_orgs'],
  ['MAPPINGS', 'accepcted_org_list', 'accepted_org_list'],
  ['MAPPINGS', 'pending_org_list', 'pending_org_list'],
  ['EXTERNAL_USERS', 'accepcted_pending_user_list', 'accepted_pending_user_list'],
  ['ASSESSMENTS', 'specific_org_details', 'asmts'],
  ['MODELS', 'specific_org_details', 'subscribed_models'],
] as const;

for (const [list, call, key] of written)
  testWith(
    'off',
    `EXPORT-16 ${list} from ${call} of another product API: a list that is refused or not understood is an error, never an empty file`,
    async () => {
      const admin = await system.signIn('adm');
      const args = list === 'ORGANISATIONS' ? {} : { organisationId };
      const input = { list, args };
      const path = `/export/${list.toLowerCase().replace('_', '-')}.csv?arguments=${JSON.stringify(args)}`;
      const authorization = `Bearer ${await system.integrationKey('adm', ['read'])}`;
      const answers = {
        refused: { status: 403, body: { message: 'Not yours' } },
        'refused with 200': { body: { success: false, message: 'Not yours' } },
        'a page': { body: '<html><title>Login</title></html>' },
        'no list': { body: { [key]: 'none' } },
        // Rows that are not mappings of the organisation are left out, readable or not.
        ...(list !== 'MAPPINGS' && { 'a list of other things': { body: { [key]: [{ colour: 'red' }, 'blue'] } } }),
      };
      for (const [what, fault] of Object.entries(answers)) {
        const { data } = await startExport(admin, input);
        system.upstream.script(`/consoles/${call}`, fault);
        const files = [
          await download(system, admin, data.startExport.path),
          await fetch(`${system.origin}${path}`, { headers: { authorization } }),
        ];
        system.upstream.clear();
        for (const file of files) {
          const { errors } = (await file.json().catch(() => ({}))) as { errors?: { extensions: { code: string } }[] };
          expect([what, file.headers.get('content-disposition'), file.ok]).toEqual([what, null, false]);
          expect([what, errors?.[0]?.extensions.code]).toEqual([
            what,
            what.startsWith('refused') ? expect.any(String) : 'UPSTREAM_BAD_RESPONSE',
          ]);
        }
      }
    },
  );

describe('who may export', () => {
  test('EXPORT-2 EXPORT-22 a role exports the lists that it sees, and no other', async () => {
    const other = { organisationId: String(system.platform.orgs.B) };
    const auditee = await system.signIn('audA');
    expect((await startExport(auditee, { list: 'USERS', args: { organisationId } })).code).toBe('FORBIDDEN');
    expect((await startExport(tab, { list: 'USERS', args: other })).code).toBe('NOT_FOUND');
    expect((await startExport(tab, { list: 'ALL_USERS' })).code).toBe('FORBIDDEN');
    for (const list of ['ASSESSMENTS', 'MODELS'])
      for (const name of ['orgA', 'assA', 'audA'] as const)
        expect((await startExport(await system.signIn(name), { list, args: { organisationId } })).code).toBe(
          'FORBIDDEN',
        );
    expect((await startExport(system.client(), { list: 'USERS', args: other })).code).toBe('UNAUTHENTICATED');
  });

  test('EXPORT-11 arguments are those of the list: others are refused by their names', async () => {
    const fieldsOf = async (args: object) => {
      const { code, errors } = await startExport(tab, { list: 'USERS', args });
      return [code, errors[0]?.extensions.fields.map(({ path }) => path)];
    };
    expect(await fieldsOf({})).toEqual(['INVALID', ['arguments.organisationId']]);
    expect(await fieldsOf({ organisationId, first: 3 })).toEqual(['INVALID', ['arguments.first']]);
    expect(await fieldsOf({ organisationId, filter: { status: 'GONE' } })).toEqual([
      'INVALID',
      ['arguments.filter.status'],
    ]);
    expect(await fieldsOf({ organisationId, search: 'x'.repeat(201) })).toEqual(['INVALID', ['search']]);
    expect(await fieldsOf({ organisationId, search: 'x'.repeat(6_001) })).toEqual(['INVALID', ['arguments']]);
  });
});

describe('the address of an export', () => {
  const pathOf = async () => {
    const { data } = await startExport(tab, { list: 'USERS', args: { organisationId } });
    return data.startExport.path as string;
  };
  const statusOf = async (path: string, by = tab, headers: Record<string, string> = {}) =>
    (await download(system, by, path, headers)).status;

  test('EXPORT-4 is valid once', async () => {
    const path = await pathOf();
    expect(await statusOf(path)).toBe(200);
    expect(await statusOf(path)).toBe(404);
  });

  test('EXPORT-4 is valid for 60 s', async () => {
    const path = await pathOf();
    system.platform.moveClock(60_000);
    expect(await statusOf(path)).toBe(404);
  });

  test('EXPORT-4 is valid for its session and its page only, and for its list and format', async () => {
    const path = await pathOf();
    const other = await system.signIn('assA');
    expect(await statusOf(path, other)).toBe(404);
    expect(await statusOf(path, tab, { 'x-console-page': 'x'.repeat(43) })).toBe(404);
    expect(await statusOf(path, system.client())).toBe(401);
    expect(await statusOf(path.replace('.csv', '.xlsx'))).toBe(404);
    expect(await statusOf(`${path}x`)).toBe(404);
    expect(await statusOf(path)).toBe(200);
  });

  test('EXPORT-12 a path that is no list is 404 as JSON, and a list without a key or address 401', async () => {
    for (const path of ['/export', '/export/', '/export/secrets.csv', '/export/users.pdf', '/export/ALL-USERS.csv']) {
      const { status, headers, text } = await tab.send('GET', path);
      expect([path, status, headers['content-type'], JSON.parse(text)]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
        { message: 'Not found.' },
      ]);
    }
    expect(await statusOf('/export/users.csv')).toBe(401);
  });
});

testWith('on', 'EXPORT-5 an export is in the activity with its list, filters and rows', async () => {
  const { data } = await startExport(tab, { list: 'MAPPINGS', args: { organisationId, search: 'x' } });
  await (await download(system, tab, data.startExport.path)).text();
  await exportedRows(system, tab, { list: 'USERS', args: { organisationId, filter: { status: 'ACTIVE' } } });
  const entries = await system.platform.auditEntries('lists:export');
  expect(entries.map(({ target_id, subject_org_id, after }) => [target_id, subject_org_id, after])).toEqual([
    ['mappings', system.platform.orgs.A, { rows: 0, filters: ['search'] }],
    ['users', system.platform.orgs.A, { rows: 5, filters: ['state'] }],
  ]);
});

testWith('on', 'EXPORT-6 a stream that the product API cuts is a cut download', async () => {
  const { data } = await startExport(tab, { list: 'USERS', args: { organisationId } });
  system.upstream.script('/consoles/ext/export_rows', {
    body: `{"total":20000}\n${'{"id":1,"email":"a@a.example"}\n'.repeat(19_999)}`,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const answer = await download(system, tab, data.startExport.path);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  await vi.waitFor(() => expect(system.logs.join('')).toContain('"missing":["end"]'));
});

testWith('on', 'EXPORT-6 a stream that fails before its first row is a clear answer', async () => {
  const { data } = await startExport(tab, { list: 'USERS', args: { organisationId } });
  system.upstream.script('/consoles/ext/export_rows', {
    body: '{"total":1}\nno row\n',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const answer = await download(system, tab, data.startExport.path);
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([502, null]);
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UPSTREAM_BAD_RESPONSE' } }] });
});

describe('an API key', () => {
  const get = async (path: string, key: string) => {
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
    const answer = await fetch(`${system.origin}${path}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const usersPath = (args: object) => `/export/users.csv?arguments=${encodeURIComponent(JSON.stringify(args))}`;

  test('EXPORT-13 downloads a list with its arguments as JSON, without an address', async () => {
    const key = await system.integrationKey('orgA', ['read']);
    const { status, text } = await get(usersPath({ organisationId, search: 'auda' }), key);
    expect([status, text.trimEnd().split('\r\n').length]).toEqual([200, 2]);
    expect(text).toContain('auda@a.example');
  });

  test('EXPORT-13 is refused in the query, as a cookie, unknown, or for what its owner does not see', async () => {
    const key = await system.integrationKey('orgA', ['read']);
    const { data } = await startExport(tab, { list: 'USERS', args: { organisationId } });
    expect((await get(`${usersPath({ organisationId })}&key=${key}`, '')).status).toBe(401);
    expect((await get(data.startExport.path, '')).status).toBe(401);
    expect((await get(usersPath({ organisationId }), 'unknown-key')).status).toBe(401);
    expect((await get(usersPath({ organisationId: system.platform.orgs.B }), key)).status).toBe(404);
    expect((await get('/export/users.csv?arguments=no', key)).status).toBe(422);
    const input = { list: 'USERS', format: 'CSV', arguments: '{}' };
    const query = 'mutation ($input: StartExportInput!) { startExport(input: $input) { path } }';
    const bearer = { authorization: `Bearer ${key}`, cookie: undefined };
    expect((await tab.graphql(query, { input }, bearer)).code).toBe('FORBIDDEN');
  });
});

testWith(
  'on',
  'EXPORT-14 two exports of an organisation run at a time: a third is refused, with when to try again',
  async () => {
    const addresses = await Promise.all(
      [1, 2, 3, 4].map(
        async () => (await startExport(tab, { list: 'USERS', args: { organisationId } })).data.startExport.path,
      ),
    );
    const { promise: until, resolve } = Promise.withResolvers<void>();
    system.upstream.script('/consoles/ext/export_rows', { real: true, until });
    const running = addresses.slice(0, 2).map((path) => download(system, tab, path));
    await vi.waitFor(() => expect(system.upstream.sent('/consoles/ext/export_rows')).toHaveLength(2));
    const third = await download(system, tab, addresses[2]);
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10']);
    resolve();
    for (const answer of await Promise.all(running)) expect((await answer.text()).length).toBeGreaterThan(100);
    expect((await download(system, tab, addresses[3])).status).toBe(200);
  },
);

testWith('on', 'EXPORT-6 a reader that goes away ends the stream of the product API', async () => {
  const { data } = await startExport(tab, { list: 'USERS', args: { organisationId } });
  system.upstream.script('/consoles/ext/export_rows', { drip: true });
  const headers = { 'x-console-page': tab.page ?? '', cookie: tab.cookieHeader ?? '' };
  const sent = request(`${system.origin}${data.startExport.path}`, { headers });
  sent.on('error', () => undefined).end();
  await vi.waitFor(() => expect(system.upstream.sent('/consoles/ext/export_rows')).toHaveLength(1));
  // The first byte of the response comes after 50 ms.
  await delay(200);
  sent.destroy();
  await vi.waitFor(() => expect(system.logs.join('')).toContain('product API stream ended'), 5_000);
});

testWith('on', 'EXPORT-14 readers who go away before their export starts take no place', async () => {
  const headers = { 'x-console-page': tab.page ?? '', cookie: tab.cookieHeader ?? '' };
  for (let turn = 0; turn < 2; turn += 1) {
    const { data } = await startExport(tab, { list: 'USERS', args: { organisationId } });
    const { promise: until, resolve } = Promise.withResolvers<void>();
    system.upstream.clear();
    system.upstream.script('/tasks/api_user_detail', { real: true, until, times: 1 });
    const sent = request(`${system.origin}${data.startExport.path}`, { headers });
    sent.on('error', () => undefined).end();
    await vi.waitFor(() => expect(system.upstream.sent('/tasks/api_user_detail')).toHaveLength(1));
    sent.destroy();
    // Once the gateway has answered this, it has also seen that the reader has gone.
    await system.client().graphql('{ __typename }');
    resolve();
    await system.upstream.settled();
    await system.client().graphql('{ __typename }');
  }
  await exportedRows(system, tab, { list: 'USERS', args: { organisationId } });
});

test('EXPORT-14 an export costs an API key 100 points and 1 for each 1,000 rows', async () => {
  const small = await startTestSystem({ settings: { KEY_POINTS_PER_MINUTE: '150' } });
  try {
    const authorization = `Bearer ${await small.integrationKey('orgA', ['read'])}`;
    const path = `/export/users.csv?arguments=${JSON.stringify({ organisationId: small.platform.orgs.A })}`;
    const get = () => fetch(`${small.origin}${path}`, { headers: { authorization } });
    const first = await get();
    expect([first.status, first.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=50;')]);
    await first.text();
    const second = await get();
    expect([second.status, Number(second.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(await second.text()).toContain('An export costs 100 points');
  } finally {
    await small.close();
  }
});

testWith('on', 'EXPORT-3 more rows than the format takes are refused before anything is sent', async () => {
  const { data } = await startExport(tab, { list: 'USERS', format: 'XLSX', args: { organisationId } });
  system.upstream.script('/consoles/ext/export_rows', {
    body: '{"total":100001}\n',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const answer = await download(system, tab, data.startExport.path);
  expect([answer.status, ((await answer.json()) as { errors: { message: string }[] }).errors[0]?.message]).toEqual([
    422,
    'An Excel file has at most 100,000 rows. Filter the list, or export it as CSV.',
  ]);
});
