import { startScimClient } from '@console/platform/testing/scim-client';
import { beforeEach, expect } from 'vitest';
import { testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem({ settings: { REQUEST_KB_PER_CALLER: '0' } });
let scim: Awaited<ReturnType<typeof startScimClient>>;
beforeEach(async () => {
  scim = await startScimClient(system.platform);
});

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Sends a request to the gateway with the SCIM key of organisation A, or with other credentials. */
async function send(method: Method, path: string, body?: object | string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${system.origin}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${scim.key.secret}`, 'content-type': 'application/scim+json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
}

const patch = (id: string, ...Operations: object[]) => send('PATCH', `/Users/${id}`, { Operations });
const find = async (filter: string) => (await send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body;
const create = async (name: string, more: object = {}) =>
  (await send('POST', '/Users', { userName: `${name}@a.example`, ...more })).body;

/** All rows of the other organisation and its users, which must never change. */
async function untouchable(): Promise<string> {
  const { db, orgs, users } = system.platform;
  const rows = await db
    .selectFrom('ent_usr')
    .selectAll()
    .where((eb) => eb.or([eb('ent_org_id', '=', orgs.B), eb('id', 'in', [users.adm.id, users.arc.id])]))
    .orderBy('id')
    .execute();
  const others = await db.selectFrom('scim_user').selectAll().where('ent_org_id', '=', orgs.B).execute();
  return JSON.stringify([rows, others]);
}

testWith('on', 'CHECKSCIM-6 an id of another organisation is unknown in every place of a request', async () => {
  const other = await startScimClient(system.platform, system.platform.orgs.B);
  const { body: theirs } = await other.send('POST /Users', { userName: 'new@b.example', externalId: 'E-1' });
  const own = await create('own');
  const before = await untouchable();
  const unknown = await send('GET', '/Users/2819c223-7f76-453a-919d-413861904646');

  const operation = { op: 'replace', path: 'active', value: false };
  const requests: [Method, object?][] = [
    ...([['GET'], ['DELETE'], ['PUT', { userName: 'own2@a.example' }]] as [Method, object?][]),
    ['PATCH', { Operations: [operation] }],
  ];
  for (const [method, body] of requests) {
    const answer = await send(method, `/Users/${theirs.id}`, body);
    expect([method, answer.status, answer.body]).toEqual([method, 404, unknown.body]);
  }
  for (const filter of ['userName eq "new@b.example"', 'externalId eq "E-1"', 'emails.value eq "orgb@b.example"'])
    expect([filter, (await find(filter)).totalResults]).toEqual([filter, 0]);
  // Users of the other organisation are unknown as managers too: the id is stored as that of a manager who may come later.
  const path = `${enterprise}:manager`;
  const patched = await patch(own.id, { op: 'replace', path, value: { value: theirs.id } });
  expect(JSON.stringify(patched.body)).not.toMatch(/b\.example|Organisation B/);
  const taken = await send('POST', '/Users', { userName: 'orgb@b.example' });
  expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
  expect(JSON.stringify(taken.body)).not.toMatch(/Organisation|organisation/);
  expect(await untouchable()).toBe(before);
});

testWith('on', 'CHECKSCIM-6 SCIM raises no role above Organiser, and cannot touch an Administrator', async () => {
  const { db, users } = system.platform;
  const before = await untouchable();
  const roleOf = async (email: string) =>
    (await db.selectFrom('ent_usr').select('role_id').where('email', '=', email).executeTakeFirstOrThrow()).role_id;
  const names = ['Administrator', 'ADMINISTRATOR', 'Architect', '1', '__proto__'];
  for (const [place, value] of names.entries()) {
    await create(`role${place}`, { roles: [{ value, primary: true }], userType: value, entitlements: [{ value }] });
    expect([value, await roleOf(`role${place}@a.example`)]).toEqual([value, 5]);
  }
  for (const { email } of [users.adm, users.arc]) {
    expect((await send('POST', '/Users', { userName: email, active: false })).status).toBe(409);
    expect((await find(`userName eq "${email}"`)).totalResults).toBe(0);
  }
  expect(await untouchable()).toBe(before);
});

testWith('on', 'CHECKSCIM-7 filters with SQL, of great depth and of great length find and change nothing', async () => {
  await create('own');
  const quoted = [`' or '1'='1`, `'; delete from ent_usr; --`, '%', '_@a.example', '\\', '\u0000', '$1'];
  for (const value of quoted) {
    const answer = await send('GET', `/Users?filter=${encodeURIComponent(`userName eq ${JSON.stringify(value)}`)}`);
    expect([value, answer.body.totalResults ?? answer.body.scimType]).toEqual([
      value,
      value === '\u0000' ? 'invalidFilter' : 0,
    ]);
  }
  const started = performance.now();
  const invalid = [
    `${'('.repeat(900)}userName eq "a"${')'.repeat(900)}`,
    Array.from({ length: 11 }, () => 'userName eq "a"').join(' and '),
    `userName eq "${'a'.repeat(2_000)}"`,
    `userName eq "a" union active eq true`,
    `emails[${'emails['.repeat(250)}`,
    `userName eq "${'\\'.repeat(1_900)}`,
    `${'a.'.repeat(990)}a eq "a"`,
  ];
  for (const filter of invalid) {
    const answer = await send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect([filter, answer.status, answer.body.scimType]).toEqual([filter, 400, 'invalidFilter']);
  }
  expect(performance.now() - started).toBeLessThan(20_000);
  expect((await find('active eq true')).totalResults).toBe(1);
});

testWith('on', 'CHECKSCIM-8 bodies of great size, depth or number of patches are refused or answered', async () => {
  const { id } = await create('own');
  const large = await send('POST', '/Users', `{"userName":"${'a'.repeat(10_000_000)}"}`).catch(() => null);
  expect([413, undefined]).toContain(large?.status);
  for (const body of ['['.repeat(400_000), `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`])
    expect((await send('POST', '/Users', body)).status).toBe(400);
  const rename = (value: string) => ({ op: 'replace', path: 'name.familyName', value });
  const patches = Array.from({ length: 101 }, (_, number) => rename(`Name ${number}`));
  expect((await patch(id, ...patches)).status).toBe(400);
  const answer = await patch(id, ...patches.slice(0, 100));
  expect([answer.status, answer.body.name.familyName]).toEqual([200, 'Name 99']);
  const unused = Array.from({ length: 100 }, (_, number) => ({
    op: 'add',
    path: 'addresses',
    value: [{ type: `type ${number}`, streetAddress: 'a'.repeat(5_000) }],
  }));
  await patch(id, ...unused);
  const { other } = await system.platform.db.selectFrom('scim_user').select('other').executeTakeFirstOrThrow();
  expect(JSON.stringify(other).length).toBeLessThan(100_000);
});

testWith('on', 'CHECKSCIM-8 names of a prototype are attributes that are not known', async () => {
  const { id } = await create('own');
  const body = `{"userName":"own2@a.example","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`;
  expect((await send('POST', '/Users', body)).status).toBe(201);
  for (const path of [
    '__proto__.polluted',
    'constructor.prototype',
    'name.__proto__',
    'emails[__proto__ eq "a"].value',
  ]) {
    const { status } = await patch(id, { op: 'add', path, value: 'polluted' });
    expect([path, status < 500]).toEqual([path, true]);
  }
  expect('polluted' in {}).toBe(false);
});

testWith('on', 'CHECKSCIM-9 a SCIM key works at SCIM only, and SCIM with a SCIM key only', async () => {
  const { secret } = scim.key;
  const { code } = await system.client().graphql(viewerDocument, {}, { authorization: `Bearer ${secret}` });
  expect(code).toBe('UNAUTHENTICATED');
  const feed = await fetch(`${system.origin}/events`, { headers: { authorization: `Bearer ${secret}` } });
  expect(feed.status).toBe(401);
  const tab = await system.signIn('orgA');
  const { cookieHeader = '' } = tab;
  const session = await system.platform.signIn('orgA');
  const key = await system.integrationKey('orgA');
  const credentials: Record<string, string>[] = [
    { authorization: '', cookie: cookieHeader },
    { authorization: `Bearer ${session.apiKey}`, cookie: cookieHeader },
    { authorization: `Bearer ${key}` },
    { authorization: `Basic ${secret}` },
    { authorization: '', 'api-key': secret, 'x-api-key': secret },
  ];
  for (const headers of credentials) {
    const answer = await send('GET', '/Users', undefined, headers);
    expect([headers, answer.status]).toEqual([headers, 401]);
  }
});

testWith('on', 'CHECKSCIM-10 a provider that deactivates everyone is stopped, and can go on creating', async () => {
  const { db, orgs } = system.platform;
  const ids: string[] = [];
  for (let number = 0; number < 24; number += 1) ids.push((await create(`user${number}`)).id);
  const active = () =>
    db.selectFrom('ent_usr').select('id').where('ent_org_id', '=', orgs.A).where('is_disabled', '=', false).execute();
  const before = (await active()).length;
  const answers = [];
  for (const id of ids) answers.push(await patch(id, { op: 'Replace', path: 'active', value: 'False' }));

  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(4).fill(429)]);
  expect(answers.at(-1)?.headers.get('retry-after')).toBe('3600');
  expect((await active()).length).toBe(before - 20);
  expect((await create('another')).active).toBe(true);
});
