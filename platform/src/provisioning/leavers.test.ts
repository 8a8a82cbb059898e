import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { startScimClient } from '../testing/scim-client.ts';
import { entra, okta, patchOf } from '../testing/scim-requests.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
const off = { op: 'replace', path: 'active', value: false };
const on = { ...off, value: true };
const wrong = { op: 'replace', path: 'title', value: 'x'.repeat(1_001) };
let scim: Awaited<ReturnType<typeof startScimClient>>;
let id: string;
beforeEach(async () => {
  scim = await startScimClient(platform);
  ({ id } = (await scim.send('POST /Users', okta.create)).body);
});

const patch = (body: unknown, headers = {}) => scim.send(`PATCH /Users/${id}`, JSON.stringify(body), headers);
const put = (body: object, headers = {}) => scim.send(`PUT /Users/${id}`, { ...okta.replace(id), ...body }, headers);
const isActive = async (): Promise<boolean> => (await scim.send(`GET /Users/${id}`)).body.active;
const deactivations = async () => (await platform.auditEntries('users:deactivate')).length;
const activate = async () => expect(await patch(patchOf(on))).toMatchObject({ status: 200, body: { active: true } });
const answerOf = ({ status, body }: { status: number; body: { scimType?: string } }) => [status, body.scimType];

/** Sends a request twice. The first one deactivates the user with a single event, and both are refused. */
async function expectOut(send: () => ReturnType<typeof put>, ...refusal: [number, string?]) {
  const before = await deactivations();
  for (const _ of [1, 2]) {
    expect(answerOf(await send())).toEqual([refusal[0], refusal[1]]);
    expect(await isActive()).toBe(false);
  }
  expect(await deactivations()).toBe(before + 1);
  await activate();
}

test('SCIMUSER-60 a PATCH that is refused for anything else deactivates all the same, once', async () => {
  await scim.send('POST /Users', entra.create);
  const cases: [object, string][] = [
    [wrong, 'invalidValue'],
    [{ ...wrong, value: 'a\nb' }, 'invalidValue'],
    [{ ...wrong, value: { x: 1 } }, 'invalidValue'],
    [{ ...wrong, op: 'move' }, 'invalidSyntax'],
    [{ path: 'title', value: 'x' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'title' }, 'invalidValue'],
    [{ op: 'replace', path: 5, value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq "work"', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type co "w"].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[type eq "none"].display', value: 'x' }, 'noTarget'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', path: 'emails', value: Array(51).fill({ value: 'a@a.example' }) }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'x'.repeat(256) }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'jo.upn@a.example' }, 'uniqueness'],
    [{ op: 'replace', path: 'externalId', value: entra.create.externalId }, 'uniqueness'],
    [{ op: 'add', value: { addresses: Array(20).fill({ formatted: 'x'.repeat(999) }) } }, 'invalidValue'],
    ['x' as unknown as object, 'invalidSyntax'],
  ];
  for (const [operation, scimType] of cases)
    for (const operations of [
      [operation, off],
      [off, operation],
    ])
      await expectOut(() => patch(patchOf(...operations)), scimType === 'uniqueness' ? 409 : 400, scimType);
  const many = Array.from({ length: 101 }, () => ({ op: 'replace', path: 'title', value: 'x' }));
  await expectOut(() => patch(patchOf(...many, off)), 400, 'invalidSyntax');
});

test('SCIMUSER-60 active: false is found in each form in which providers send it', async () => {
  const values = [false, 'False', 'false', [{ value: 'False' }]];
  const forms = (value: unknown) => [
    { op: 'Replace', path: 'active', value },
    { op: 'add', path: ' ACTIVE ', value },
    { op: 'replace', path: `${core}:active`, value },
    { op: 'replace', value: { active: value } },
    { op: 'replace', path: '', value: { Active: value } },
    { op: 'replace', value: [{ active: value }] },
    { op: 'replace', path: core, value: { active: value } },
    { op: 'replace', value: { [core]: { active: value } } },
  ];
  for (const operation of values.flatMap(forms)) {
    expect((await patch(patchOf(wrong, operation))).status).toBe(400);
    expect([operation, await isActive()]).toEqual([operation, false]);
    await activate();
  }
  const bodies: [object, string][] = [
    [{ active: false }, 'invalidSyntax'],
    [{ operations: off }, 'invalidSyntax'],
    [{ Operations: [wrong], active: false }, 'invalidValue'],
  ];
  for (const [body, scimType] of bodies) await expectOut(() => patch(body), 400, scimType);
});

test('SCIMUSER-60 a PUT that is refused for anything else deactivates all the same, once', async () => {
  const refused: object[] = [
    { title: 'x'.repeat(1_001) },
    { displayName: 'a\u0007b' },
    { userName: null },
    { userName: {}, title: 5 },
    { emails: Array(51).fill({ value: 'a@a.example' }) },
    { roles: [true] },
    { [enterprise]: { department: ['x'] } },
    { userName: 'x'.repeat(300) },
  ];
  for (const body of refused) {
    await expectOut(() => put({ ...body, active: false }), 400, 'invalidValue');
    await expectOut(() => put({ ...body, active: 'False' }), 400, 'invalidValue');
  }
  await expectOut(() => put({ [core]: { active: false }, active: undefined, title: {} }), 400, 'invalidValue');
});

test('SCIMUSER-60 of several values of active the last one that can be read counts, and no user is activated first', async () => {
  const perhaps = { ...off, value: 'perhaps' };
  const none = { op: 'remove', path: 'active' };
  for (const operations of [[off, on], [on], [perhaps], [off, none], [{ ...off, value: 0 }], [none]]) {
    expect(await patch(patchOf(...operations, wrong))).toMatchObject({ status: 400 });
    expect([operations, await isActive()]).toEqual([operations, true]);
  }
  for (const operations of [
    [on, off],
    [off, perhaps],
    [off, off],
    [on, { op: 'add', value: { active: 'FALSE' } }],
  ])
    await expectOut(() => patch(patchOf(...operations, wrong)), 400, 'invalidValue');
  await patch(patchOf(off));
  for (const refused of [await patch(patchOf(on, wrong)), await put({ active: true, title: {} })])
    expect(refused.status).toBe(400);
  expect(await isActive()).toBe(false);
});

test('SCIMUSER-60 a body that is not JSON, another version and an unknown user stay without an effect', async () => {
  const { meta } = (await scim.send(`GET /Users/${id}`)).body;
  expect(answerOf(await scim.send(`PATCH /Users/${id}`, '{"active": false'))).toEqual([400, 'invalidSyntax']);
  expect(answerOf(await patch([{ active: false }]))).toEqual([400, 'invalidSyntax']);
  expect(answerOf(await patch(patchOf(off, wrong), { 'if-match': 'W/"x"' }))).toEqual([412, undefined]);
  expect(answerOf(await scim.send('PATCH /Users/1', patchOf(off, wrong)))).toEqual([404, undefined]);
  expect([await isActive(), await deactivations()]).toEqual([true, 0]);
  // The deactivation has changed the version that the rest of the request names.
  expect(await patch(patchOf(off, { ...wrong, value: 'Boss' }), { 'if-match': meta.version })).toMatchObject({
    status: 200,
    body: { active: false, title: 'Boss' },
  });
  await activate();
  expect(await put({ active: false, title: 'Chief' }, { 'if-match': '*' })).toMatchObject({
    status: 200,
    body: { active: false, title: 'Chief' },
  });
});

test('SCIMUSER-60 a rest that fails in the database leaves the user deactivated and nothing else changed', async () => {
  const constraint = sql`alter table ent_usr add constraint no_boom check (designation <> 'Boom') not valid`;
  await constraint.execute(platform.db);
  try {
    await expectOut(
      () => patch(patchOf({ ...wrong, value: 'Boom' }, { op: 'add', path: 'nickName', value: 'B' }, off)),
      500,
    );
    expect((await scim.send(`GET /Users/${id}`)).body.nickName).toBeUndefined();
  } finally {
    await sql`alter table ent_usr drop constraint no_boom`.execute(platform.db);
  }
});

test('SCIMUSER-60 the rules of a deactivation hold: last Organiser, responder and limit', async () => {
  const { db, users, orgs } = platform;
  const refused = patchOf(off, wrong);
  const userOf = async (email: string) => (await scim.send('POST /Users', { userName: email })).body.id as string;
  id = await userOf(users.orgA.email);
  expect(answerOf(await patch(refused))).toEqual([400, 'invalidValue']);
  expect([await isActive(), await deactivations()]).toEqual([true, 0]);
  const mailed = await platform.mails('orgA');
  id = await userOf(users.assA.email);
  await db.insertInto('responder').values({ ent_usr_id: users.assA.id, kind: 'arc' }).execute();
  for (const _ of [1, 2]) expect(answerOf(await patch(refused))).toEqual([400, 'invalidValue']);
  expect(await platform.auditEntries('users:blockSignIn')).toHaveLength(1);
  expect(await platform.mails('orgA')).toHaveLength(mailed.length + 1);
  expect((await platform.login('assA')).statusCode).toBe(422);
  const at = platform.now();
  const ids = await addUsers(
    db,
    orgs.A,
    Array.from({ length: 30 }, (_, place) => ({ email: `one${place}@a.example` })),
  );
  const others = ids.map((ent_usr_id) => ({ ent_org_id: orgs.A, ent_usr_id, at }));
  id = await userOf('limited@a.example');
  await db.insertInto('scim_deactivation').values(others).execute();
  expect(answerOf(await patch(refused))).toEqual([429, undefined]);
  expect(await isActive()).toBe(true);
});

test('SCIMUSER-60 a leaver is signed out, and a user who was only looked up becomes managed', async () => {
  const { email } = platform.users.assA;
  const { apiKey: key } = await platform.signIn('assA');
  const found = await scim.send(`GET /Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`);
  ({ id } = found.body.Resources[0]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => patch(patchOf(wrong, off))));
  expect(answers.map(answerOf)).toEqual(answers.map(() => [400, 'invalidValue']));
  expect((await platform.call('GET /consoles/org_list', { key })).statusCode).toBe(401);
  const events = await platform.auditEntries('scim:takeOver', 'users:deactivate');
  expect(events.map(({ action, via }) => [action, via])).toEqual([
    ['scim:takeOver', 'scim'],
    ['users:deactivate', 'scim'],
  ]);
  expect((await scim.send('GET /Users?filter=active%20eq%20false')).body.Resources).toMatchObject([{ id }]);
});
