import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScimClient } from '../testing/scim-client.ts';
import { entra, okta, patchOf } from '../testing/scim-requests.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
let scim: Awaited<ReturnType<typeof startScimClient>>;
beforeEach(async () => {
  scim = await startScimClient(platform);
});

const error = (status: number, scimType?: string) => ({
  status,
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType && { scimType }),
    detail: expect.any(String),
  },
});
const create = async (body: object = entra.create) => (await scim.send('POST /Users', body)).body;
const listed = async (query = '') => (await scim.send(`GET /Users${query}`)).body;
const found = async (filter: string) => listed(`?filter=${encodeURIComponent(filter)}`);
const failures = () => platform.db.selectFrom('scim_failure').selectAll().orderBy('id').execute();

test('SCIM-1 only a usable SCIM key of an enabled organisation that is provisioned is accepted', async () => {
  const status = async (authorization: string, more = {}) => {
    const answer = await scim.send('GET /Users', undefined, { authorization, ...more });
    return answer.status;
  };
  const session = (await platform.signIn('orgA')).apiKey;
  const integration = await addIntegrationKey(platform.db, platform.users.orgA.id);
  const ofOrganisation = await scim.addKey({ purpose: 'integration', role: 'ORGANISER' });
  for (const key of ['', 'x', session, integration, ofOrganisation.secret])
    expect(await status(`Bearer ${key}`)).toBe(401);
  const cookies = { cookie: `session=${scim.key.secret}`, 'x-api-key': session, 'x-api-token': session };
  expect(await status('', cookies)).toBe(401);
  expect(await status(`Basic ${scim.key.secret}`)).toBe(401);
  expect(await status(`bearer ${scim.key.secret}`)).toBe(200);
  const second = await scim.addKey();
  expect(await status(`Bearer ${second.secret}`)).toBe(200);
  const elsewhere = await scim.addKey({ allowed_addresses: ['203.0.113.0/24'] });
  expect(await status(`Bearer ${elsewhere.secret}`)).toBe(401);
  const here = await scim.addKey({ allowed_addresses: ['203.0.113.0/24', '127.0.0.1/32'] });
  expect(await status(`Bearer ${here.secret}`)).toBe(200);
  const expired = await scim.addKey({ expires_at: platform.now() });
  expect(await status(`Bearer ${expired.secret}`)).toBe(401);
  await platform.db.updateTable('api_key').set({ revoked_at: platform.now() }).where('id', '=', second.id).execute();
  expect(await status(`Bearer ${second.secret}`)).toBe(401);
  // The Organisers see why their provider fails.
  const reasons = (await failures()).map((failure) => [failure.status, failure.reason]);
  expect(reasons).toEqual([
    [401, 'The IP address 127.0.0.1 must be one of the allowed IP addresses of this SCIM key.'],
    [401, 'This SCIM key has expired.'],
  ]);
  const refused = await scim.send('GET /Nothing', undefined, { authorization: '' });
  expect(refused).toMatchObject({ ...error(401), headers: { 'www-authenticate': 'Bearer realm="SCIM"' } });
  await platform.db.updateTable('scim_setting').set({ enabled_at: null }).execute();
  expect(await status(`Bearer ${scim.key.secret}`)).toBe(403);
  await platform.db.updateTable('scim_setting').set({ enabled_at: platform.now() }).execute();
  await platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', platform.orgs.A).execute();
  expect(await status(`Bearer ${scim.key.secret}`)).toBe(401);
});

test('SCIM-1 a SCIM key is unknown to every other call', async () => {
  const key = scim.key.secret;
  expect((await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}`, { key })).statusCode).toBe(
    401,
  );
  const asBearer = { key, headers: { 'x-key-use': 'bearer' } };
  expect((await platform.call('GET /consoles/ext/keys', asBearer)).statusCode).toBe(401);
});

test('SCIM-2 users are created, read, replaced, patched and deleted, each with its location and version', async () => {
  const created = await scim.send('POST /Users', entra.create);
  const { id, meta } = created.body;
  expect(created).toMatchObject({
    status: 201,
    headers: { 'content-type': 'application/scim+json; charset=utf-8', etag: meta.version, location: meta.location },
    body: {
      userName: 'jo.upn@a.example',
      active: true,
      name: { formatted: 'Jo Reed' },
      externalId: entra.create.externalId,
    },
  });
  expect(meta.location).toMatch(new RegExp(`/scim/v2/Users/${id}$`));
  expect(await scim.send(`GET /Users/${id}`)).toMatchObject({
    status: 200,
    body: created.body,
    headers: { etag: meta.version },
  });
  const { name: _, ...rest } = entra.create;
  const replaced = await scim.send(`PUT /Users/${id}`, { ...rest, title: 'Analyst' });
  expect(replaced).toMatchObject({ status: 200, body: { id, title: 'Analyst' } });
  expect(replaced.body.name.formatted).toBeUndefined();
  const patched = await scim.send(`PATCH /Users/${id}?attributes=active`, entra.disableWithText);
  expect(patched).toMatchObject({ status: 200, body: { schemas: expect.any(Array), id, active: false } });
  expect(Object.keys(patched.body)).toHaveLength(3);
  expect(await scim.send(`DELETE /Users/${id}`)).toMatchObject({ status: 204, body: null });
  for (const request of [`GET /Users/${id}`, `DELETE /Users/${id}`, 'GET /Users/1'] as const)
    expect(await scim.send(request)).toMatchObject(error(404));
});

test('SCIM-2 REALUSE-16 a list is a page of at most 200 users in one order', async () => {
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    ids.push((await create({ userName: `${name}@a.example` })).id);
    platform.moveClock(1);
  }
  expect(await listed()).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 3 });
  const pageOf = async (query: string) => {
    const { totalResults, startIndex, Resources } = await listed(query);
    return [totalResults, startIndex, Resources.map(({ id }: { id: string }) => ids.indexOf(id))];
  };
  expect(await pageOf('?startIndex=2&count=1')).toEqual([3, 2, [1]]);
  expect(await pageOf('?startIndex=3&count=200')).toEqual([3, 3, [2]]);
  expect(await pageOf('?startIndex=0&count=2')).toEqual([3, 1, [0, 1]]);
  expect(await pageOf('?count=0')).toEqual([3, 1, []]);
  expect(await pageOf('?count=-1')).toEqual([3, 1, []]);
  expect(await pageOf('?startIndex=9')).toEqual([3, 9, []]);
  expect(await pageOf('?startIndex=&count=')).toEqual([3, 1, [0, 1, 2]]);
  for (const query of ['?startIndex=x', '?count=1.5', '?count=1&count=2'])
    expect(await scim.send(`GET /Users${query}`)).toMatchObject(error(400, 'invalidValue'));
  const [leaf] = (await listed('?attributes=userName&count=1')).Resources;
  expect(leaf).toEqual({ schemas: expect.any(Array), id: ids[0], userName: 'a@a.example' });
});

test('SCIM-3 a user who may be taken over is found by exact name or email only, and keeps the id', async () => {
  const { email } = platform.users.audA;
  expect(await listed()).toMatchObject({ totalResults: 0 });
  expect(await found('active eq true')).toMatchObject({ totalResults: 0 });
  const [byName] = (await found(`userName eq "${email.toUpperCase()}"`)).Resources;
  expect(byName).toMatchObject({
    userName: email,
    active: true,
    emails: [{ value: email, type: 'work', primary: true }],
  });
  expect((await found(`emails[type eq "work"].value eq "${email}"`)).Resources).toEqual([byName]);
  expect((await found(`userName eq "${email}" and active eq false`)).Resources).toEqual([]);
  expect(await scim.send(`GET /Users/${byName.id}`)).toMatchObject({ status: 200, body: byName });
  expect(await listed()).toMatchObject({ totalResults: 0 });
  expect(await platform.db.selectFrom('audit_entry').select('action').where('via', '=', 'scim').execute()).toEqual([]);
  await scim.send(`PATCH /Users/${byName.id}`, patchOf({ op: 'add', path: 'externalId', value: 'E1' }));
  expect((await listed()).Resources).toMatchObject([{ id: byName.id, externalId: 'E1' }]);
  expect(await found('externalId eq "E1"')).toMatchObject({ totalResults: 1 });
  expect(await found('externalId eq "e1"')).toMatchObject({ totalResults: 0 });
});

test('SCIM-3 Administrators, Architects, not managed Organisers and other organisations are never found', async () => {
  const { db, users, orgs } = platform;
  await db.insertInto('scim_unmanaged').values({ ent_org_id: orgs.A, ent_usr_id: users.orgA.id }).execute();
  for (const name of ['adm', 'arc', 'orgA', 'orgB', 'nowhere'] as const)
    expect([name, await found(`userName eq "${users[name].email}"`)]).toMatchObject([name, { totalResults: 0 }]);
  const { id } = (await found(`userName eq "${users.assA.email}"`)).Resources[0];
  const other = await startScimClient(platform, orgs.B);
  const requests = [
    [`GET /Users/${id}`, undefined],
    [`DELETE /Users/${id}`, undefined],
    [`PUT /Users/${id}`, entra.create],
    [`PATCH /Users/${id}`, entra.disable],
  ] as const;
  for (const [request, body] of requests) expect(await other.send(request, body)).toMatchObject(error(404));
  await db.updateTable('ent_usr').set({ role_id: 1 }).where('id', '=', users.assA.id).execute();
  for (const [request, body] of requests) expect(await scim.send(request, body)).toMatchObject(error(404));
});

test('SCIM-4 If-Match refuses an outdated version, and If-None-Match saves the body of a known one', async () => {
  const { id, meta } = await create();
  const changed = await scim.send(`PATCH /Users/${id}`, entra.addNickName, { 'if-match': meta.version });
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(meta.version);
  const outdated = { 'if-match': meta.version };
  expect(await scim.send(`PATCH /Users/${id}`, entra.disable, outdated)).toMatchObject(error(412));
  expect(await scim.send(`PUT /Users/${id}`, entra.create, outdated)).toMatchObject(error(412));
  expect(await scim.send(`DELETE /Users/${id}`, undefined, outdated)).toMatchObject(error(412));
  const known = { 'if-none-match': `"x", ${changed.headers.etag}` };
  expect(await scim.send(`GET /Users/${id}`, undefined, known)).toMatchObject({ status: 304, body: null });
  expect(await scim.send(`PATCH /Users/${id}`, entra.disable, { 'if-match': '*' })).toMatchObject({ status: 200 });
});

test('SCIM-5 the discovery documents say what is supported, and refuse filters', async () => {
  const config = (await scim.send('GET /ServiceProviderConfig')).body;
  expect(config).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  });
  const types = (await scim.send('GET /ResourceTypes')).body;
  expect(types).toMatchObject({ totalResults: 1, Resources: [{ id: 'User', endpoint: '/Users' }] });
  expect((await scim.send('GET /ResourceTypes/User')).body).toEqual(types.Resources[0]);
  const schemas = (await scim.send('GET /Schemas')).body;
  expect(schemas.totalResults).toBe(2);
  for (const schema of schemas.Resources) {
    expect((await scim.send(`GET /Schemas/${schema.id}`)).body).toEqual(schema);
    expect(JSON.stringify(schema)).not.toContain('null');
  }
  expect(await scim.send('GET /Schemas/urn:unknown')).toMatchObject(error(404));
  expect(await scim.send('GET /Schemas?filter=id%20eq%20%22x%22')).toMatchObject(error(403));
});

test('SCIM-6 groups are an empty list that cannot be written; bulk, me and search are not supported', async () => {
  expect(await scim.send('GET /Groups?excludedAttributes=members&filter=displayName%20eq%20%22x%22')).toMatchObject({
    status: 200,
    body: { totalResults: 0, Resources: [] },
  });
  expect(await scim.send('GET /Groups/1')).toMatchObject(error(404));
  for (const request of [
    'POST /Groups',
    'PATCH /Groups/1',
    'POST /Bulk',
    'GET /Me',
    'POST /.search',
    'POST /Users/.search',
  ] as const)
    expect([request, await scim.send(request, request.startsWith('GET') ? undefined : {})]).toMatchObject([
      request,
      error(501),
    ]);
  expect(await scim.send('GET /Devices')).toMatchObject(error(404));
});

test('SCIM-7 bodies are JSON in one of two content types, and of at most 1 MB', async () => {
  const post = (body: string, type = 'application/scim+json') =>
    scim.send('POST /Users', body, { 'content-type': type });
  expect(await post(JSON.stringify(entra.create), 'application/json; charset=utf-8')).toMatchObject({ status: 201 });
  expect(await post('{', 'application/json')).toMatchObject(error(400, 'invalidSyntax'));
  expect(await post('')).toMatchObject(error(400, 'invalidSyntax'));
  expect(await post('['.repeat(500_000))).toMatchObject(error(400, 'invalidSyntax'));
  expect(await post('userName=x', 'application/x-www-form-urlencoded')).toMatchObject(error(415));
  const large = (bytes: number) => JSON.stringify({ ...okta.create, unknown: 'x'.repeat(bytes) });
  expect(await post(large(1_000_000))).toMatchObject({ status: 201 });
  expect(await post(large(10_000_000))).toMatchObject(error(413));
});

test('PARSE-11 a list of attributes has at most 5,000 characters', async () => {
  await create();
  for (const name of ['attributes', 'excludedAttributes']) {
    const list = (length: number) => scim.send(`GET /Users?${name}=${'a,'.repeat(length / 2)}`);
    expect(await list(5_000)).toMatchObject({ status: 200 });
    expect(await list(5_002)).toMatchObject(error(400, 'invalidValue'));
  }
});

test('SCIM-10 a filter with SQL or of another kind is refused, and changes nothing', async () => {
  await create();
  for (const filter of ['userName eq "x\' or 1=1 --" union active eq true', 'title eq "x"', '('.repeat(1_500)])
    expect(await scim.send(`GET /Users?filter=${encodeURIComponent(filter)}`)).toMatchObject(
      error(400, 'invalidFilter'),
    );
  expect(await found(`userName eq "' or '1'='1"`)).toMatchObject({ totalResults: 0 });
  expect(await found('userName eq "%"')).toMatchObject({ totalResults: 0 });
});

test('REALUSE-16 users are found by parts of values, by presence and by negations, also those without the attribute', async () => {
  const ann = await create({ userName: 'Ann_Reed@a.example', externalId: 'A%1' });
  platform.moveClock(minuteMs);
  const manager = { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: ann.id } };
  await create({ userName: 'annXreed@a.example', externalId: 'a\\2', ...manager });
  platform.moveClock(minuteMs);
  const { id, meta } = await create({ userName: 'bob@bücher.example', active: false });
  const names = async (filter: string) =>
    (await found(filter)).Resources?.map(({ userName }: { userName: string }) => userName.slice(0, 4)).join(' ');
  const rows: [string, string][] = [
    ['userName co "NX"', 'annX'],
    ['userName co "n_r"', 'Ann_'],
    ['userName sw "ann"', 'Ann_ annX'],
    ['userName ew "@A.example"', 'Ann_ annX'],
    ['userName sw "%"', ''],
    ['externalId co "%"', 'Ann_'],
    ['externalId sw "a\\\\"', 'annX'],
    ['externalId sw "A"', 'Ann_'],
    ['externalId pr', 'Ann_ annX'],
    ['not (externalId pr)', 'bob@'],
    ['externalId ne "A%1"', 'annX bob@'],
    ['not (externalId eq "A%1" or externalId sw "x")', 'annX bob@'],
    ['not (not (externalId ne "A%1") and active eq true)', 'annX bob@'],
    ['emails co "REED" and not (userName co "_")', 'annX'],
    ['emails.value ew "@bücher.example"', 'bob@'],
    ['emails ew "@xn--bcher-kva.example"', 'bob@'],
    ['emails pr and userName pr and id pr and active pr and meta.lastModified pr', 'Ann_ annX bob@'],
    ['emails[type eq "work" and value eq "Bob@bücher.example"]', 'bob@'],
    ['emails[type eq "work" and primary eq true].value eq "ann_reed@a.example"', 'Ann_'],
    ['emails[value ne "ann_reed@a.example"]', 'annX bob@'],
    ['active ne true', 'bob@'],
    [`meta.lastModified ne "${meta.lastModified}"`, 'Ann_ annX'],
    ['manager pr', 'annX'],
    [`manager eq "${ann.id}"`, 'annX'],
    [`manager sw "${ann.id.slice(0, 30)}"`, 'annX'],
    [`manager ne "${ann.id}"`, 'Ann_ bob@'],
    [`not (manager eq "${ann.id}") and id ne "${id}"`, 'Ann_'],
    [`id ew "${id.slice(-12)}"`, 'bob@'],
    [Array.from({ length: 5 }, () => '(active eq true or userName pr)').join(' and '), 'Ann_ annX bob@'],
  ];
  for (const [filter, expected] of rows) expect([filter, await names(filter)]).toEqual([filter, expected]);
});

test('REALUSE-16 parts, presence and negations find no user who can be taken over', async () => {
  const { email } = platform.users.audA;
  await create();
  const others = [
    `userName sw "${email}"`,
    'userName pr',
    `not (userName ne "${email}")`,
    `emails.value co "${email}"`,
  ];
  const all = [...others, `userName ne "x" or not (emails.value eq "${email}")`];
  for (const filter of all) {
    const { Resources } = await found(filter);
    expect([filter, Resources.filter(({ userName }: { userName: string }) => userName === email)]).toEqual([
      filter,
      [],
    ]);
  }
  expect(await platform.db.selectFrom('scim_user').select('id').execute()).toHaveLength(1);
  expect((await found(`emails[type eq "work" and value eq "${email}"]`)).Resources).toMatchObject([
    { userName: email },
  ]);
});

test('SCIM-16 the list of failed requests has the last 20 of the organisation, with reasons and notes', async () => {
  const { id } = await create();
  await scim.send('GET /Users/1');
  await scim.send('POST /Users', entra.create);
  await scim.send(
    `PATCH /Users/${id}`,
    patchOf({ op: 'replace', path: 'title', value: 'Data Protection Officer [DPO]' }),
  );
  await scim.send('GET /Users?filter=title%20pr');
  expect(await failures()).toMatchObject([
    { method: 'POST', path: '/scim/v2/Users', user_name: 'jo.upn@a.example', status: 409, reason: expect.any(String) },
    { method: 'PATCH', path: `/scim/v2/Users/${id}`, user_name: 'jo.upn@a.example', status: 200 },
    { method: 'GET', path: '/scim/v2/Users', user_name: null, status: 400 },
  ]);
  for (let n = 0; n < 20; n += 1) await scim.send('POST /Users', { userName: `${n}`, password: 'Secret-7' });
  const rows = await failures();
  expect(rows.map(({ user_name }) => user_name)).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
  expect(JSON.stringify(rows)).not.toContain('Secret-7');
});

test('SCIM-17 a request marks its key and organisation as used, and is in the log of the key', async () => {
  await create();
  platform.moveClock(2 * minuteMs);
  await scim.send('POST /Users', entra.create);
  const { last_used_at } = await platform.db
    .selectFrom('api_key')
    .select('last_used_at')
    .where('id', '=', scim.key.id)
    .executeTakeFirstOrThrow();
  const setting = await platform.db.selectFrom('scim_setting').select('last_request_at').executeTakeFirstOrThrow();
  expect([last_used_at, setting.last_request_at]).toEqual([platform.now(), platform.now()]);
  const log = await platform.db.selectFrom('key_request').selectAll().orderBy('id').execute();
  expect(log).toMatchObject([
    { api_key_id: scim.key.id, operation: 'POST /scim/v2/Users', code: null },
    { api_key_id: scim.key.id, operation: 'POST /scim/v2/Users', code: 'uniqueness' },
  ]);
  expect(platform.logs.join('')).toContain(`"path":"/scim/v2/Users","status":409,"keyId":"${scim.key.id}"`);
});

test('HARDEN-3 requests with a revoked or expired key are counted by hour, and not logged one by one', async () => {
  const change = platform.db.updateTable('api_key').where('id', '=', scim.key.id);
  await change.set({ revoked_at: platform.now() }).execute();
  for (let n = 0; n < 3; n += 1) expect((await scim.send('GET /Users')).status).toBe(401);
  await change.set({ revoked_at: null, expires_at: platform.now() }).execute();
  expect((await scim.send('GET /Users')).status).toBe(401);
  const counts = platform.db.selectFrom('missing_key_requests').select(['api_key_id', 'count']);
  expect(await counts.execute()).toEqual([{ api_key_id: scim.key.id, count: 4 }]);
  expect(await platform.db.selectFrom('key_request').select('id').execute()).toEqual([]);
});

test('SCIM-12 the password and groups that Okta sends are in no table, log or response', async () => {
  const { body } = await scim.send('POST /Users', { ...okta.create, groups: [{ value: 'Group-77' }] });
  expect(body).toMatchObject({ displayName: 'Test User', locale: 'en-US' });
  await scim.send(`PATCH /Users/${body.id}`, patchOf({ op: 'replace', value: { password: okta.create.password } }));
  const tables = await platform.db.introspection.getTables();
  const dump = await Promise.all(
    tables.map(({ name }) =>
      platform.db
        .selectFrom(name as 'scim_user')
        .selectAll()
        .execute(),
    ),
  );
  for (const text of [okta.create.password, 'Group-77'])
    expect(JSON.stringify([dump, platform.logs, body])).not.toContain(text);
});

test('DOMAIN-10 a provider gets back the spelling that it sent, and finds the user by it and by the ASCII form', async () => {
  const sent = {
    userName: 'ann@bücher.example',
    emails: [{ value: 'Ann@Bücher.example', type: 'work', primary: true }],
  };
  const created = await create({ ...entra.create, ...sent });
  expect(created).toMatchObject(sent);
  expect(
    await platform.db.selectFrom('ent_usr').select('email').where('email', '=', 'ann@xn--bcher-kva.example').execute(),
  ).toHaveLength(1);
  for (const filter of [
    'userName eq "Ann@Bücher.example"',
    'userName eq "ann@xn--bcher-kva.example"',
    'emails.value eq "ann@bücher.example"',
    'emails.value eq "ann@xn--bcher-kva.example"',
  ])
    expect([filter, (await listed(`?filter=${encodeURIComponent(filter)}`)).Resources]).toMatchObject([filter, [sent]]);
  expect(await scim.send(`PUT /Users/${created.id}`, { ...entra.create, ...sent })).toMatchObject({ body: sent });
  expect(await platform.db.selectFrom('provisioning_issue').select('kind').execute()).toEqual([]);
});
