import { auditCalls } from '@console/contract/calls/audit';
import { signInCounterKey } from '@console/platform/core/database/limits';
import { runOperatorCommand } from '@console/platform/operator/operator-commands';
import type { UserName } from '@console/platform/testing/fixtures';
import { addIntegrationKey } from '@console/platform/testing/users';
import { beforeEach, expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { sendFile } from '../testing/multipart.ts';
import { password, testWith, useTestSystem } from '../testing/system.ts';
import { countAlone, lines } from '../testing/user-files.ts';

const system = useTestSystem({ settings: { GATEWAY_SECRET: 'secret-of-gateway-and-platform-0123456789' } });
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('adm');
  system.upstream.requests.length = 0;
});

const fields = `id at action outcome code sentence way requestId count
  actor { kind name user { id } roleKey apiKeyName apiKeyPrefix clientAddress }
  target { kind id name organisationId }
  organisation { id brandName } changes { field from to }`;
const document = `query($organisationId: ID, $filter: AuditEventFilter, $orderBy: AuditEventOrder, $first: Int, $after: String) {
  auditEvents(organisationId: $organisationId, filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    nodes { ${fields} } edges { cursor node { id } } searchedTo pageInfo { hasNextPage hasPreviousPage endCursor } } }`;
const read = (variables: object = {}, by = tab) => by.graphql(document, { ...variables });
const events = async (variables: object = {}, by = tab) => (await read(variables, by)).data.auditEvents.nodes;

const edit = (who: UserName, firstName: string, by = tab, headers = {}) =>
  by.graphql(
    'mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }',
    { input: { id: system.platform.users[who].id, firstName } },
    headers,
  );
const deactivate = (who: UserName, by = tab) =>
  by.graphql(
    'mutation($id: ID!, $password: String) { deactivateUser(id: $id, currentPassword: $password) { user { id } } }',
    { id: system.platform.users[who].id, password },
  );

testWith(
  'on',
  'DESIGN-5 an event says who did what to whom, from where, from and to, in fields and in a sentence',
  async () => {
    const { users, orgs } = system.platform;
    const { requestId } = await edit('audA', 'Maya').then(({ headers }) => ({ requestId: headers['x-request-id'] }));
    const [event] = await events({ filter: { actions: ['USERS_EDIT'] } });
    expect(event).toMatchObject({
      at: system.platform.now().toISOString(),
      action: 'USERS_EDIT',
      outcome: 'DONE',
      code: null,
      way: 'CONSOLE',
      count: 1,
      sentence: 'adm Fixture changed Maya Fixture.',
      actor: { kind: 'PERSON', name: 'adm Fixture', user: { id: String(users.adm.id) }, roleKey: 'ADMINISTRATOR' },
      target: { kind: 'USER', id: String(users.audA.id), name: 'Maya Fixture', organisationId: String(orgs.A) },
      organisation: { id: String(orgs.A), brandName: 'Organisation A' },
      changes: [{ field: 'firstName', from: 'audA', to: 'Maya' }],
    });
    expect(event.requestId).toBe(requestId);
    expect(event.actor.clientAddress).toMatch(/^127\.|^::1/);
  },
);

testWith(
  'on',
  'DESIGN-5 an event that turns something on and one that turns it off have different sentences',
  async () => {
    const set =
      'mutation($input: SetPendingEmailsInput!) { setPendingEmails(input: $input) { pendingEmails { isOn } } }';
    for (const isOn of [false, true]) await tab.graphql(set, { input: { isOn } });
    const nodes = await events({ filter: { actions: ['ACCOUNT_DIGEST'] } });
    expect(nodes.map((one: { sentence: string }) => one.sentence).sort()).toEqual([
      'adm Fixture turned off their pending items email.',
      'adm Fixture turned on their pending items email.',
    ]);
  },
);

testWith('on', 'START-11 a person without a name is called by their email in the activity', async () => {
  const { db, users } = system.platform;
  await db.updateTable('ent_usr').set({ firstname: null, lastname: null }).where('id', '=', users.adm.id).execute();
  await edit('audA', 'Maya');
  const [event] = await events({ filter: { actions: ['USERS_EDIT'] } });
  expect(event).toMatchObject({
    sentence: `${users.adm.email} changed Maya Fixture.`,
    actor: { kind: 'PERSON', name: users.adm.email },
  });
});

testWith('on', 'OPERATE-6 an act from the command line has the operator as actor, and no user', async () => {
  const { db, now, users } = system.platform;
  const unlock = (operator: string) => ({ act: 'unlock' as const, email: users.audA.email, operator });
  await db
    .insertInto('attempt_count')
    .values({ key: signInCounterKey(users.audA.email), failures: 1, window_ends_at: now(), blocked_until: null })
    .execute();
  await runOperatorCommand({ db, clock: now }, unlock('alice'));
  expect(await events({ filter: { actions: ['USERS_UNLOCK'] } })).toMatchObject([
    {
      sentence: 'Operator alice unlocked audA Fixture after failed attempts.',
      way: 'SYSTEM',
      changes: [],
      actor: { kind: 'SYSTEM', name: 'Operator alice', user: null, roleKey: null },
    },
  ]);
});

testWith('on', 'DESIGN-5 console, key and what the gateway refuses are events of their way', async () => {
  const key = await addIntegrationKey(system.platform.db, system.platform.users.adm.id);
  await edit('audA', 'By key', system.client(), programHeaders(key));
  expect((await deactivate('audA', await system.signIn('audA'))).code).toBe('FORBIDDEN');
  const refusals = { filter: { outcome: 'REFUSED', actions: ['USERS_DEACTIVATE'] } };
  // The gateway reports refusals in the background, at most once a second.
  await expect.poll(() => events(refusals), { timeout: 20_000 }).toHaveLength(1);
  expect((await events(refusals))[0]).toMatchObject({
    code: 'FORBIDDEN',
    way: 'CONSOLE',
    changes: [],
    count: 1,
    sentence: 'By key Fixture could not deactivate By key Fixture: the role does not allow it.',
  });
  expect(await events({ filter: { ways: ['KEY'] } })).toMatchObject([
    { action: 'USERS_EDIT', actor: { kind: 'KEY', name: 'adm Fixture', apiKeyName: 'sync' } },
  ]);
});

testWith('on', 'DESIGN-5 the events of an organisation and of a user are only theirs', async () => {
  const { users, orgs } = system.platform;
  await edit('audA', 'A');
  await edit('orgB', 'B');
  const ofOrganisation = `query($id: ID!, $user: ID!) {
    organisation(id: $id) { viewerCanViewActivity auditEvents(filter: { actions: [USERS_EDIT] }) { nodes { target { id } } } }
    user(id: $user) { viewerCanViewActivity auditEvents { nodes { target { id } sentence } } } }`;
  const { data } = await tab.graphql(ofOrganisation, { id: orgs.B, user: users.orgB.id });
  const target = { id: String(users.orgB.id) };
  expect(data.organisation).toEqual({ viewerCanViewActivity: true, auditEvents: { nodes: [{ target }] } });
  expect(data.user).toEqual({
    viewerCanViewActivity: true,
    auditEvents: { nodes: [{ target, sentence: 'adm Fixture changed B Fixture.' }] },
  });
  const organiser = await system.signIn('orgB');
  const own = await events({}, organiser);
  expect(new Set(own.map((one: { organisation: { id: string } }) => one.organisation.id))).toEqual(
    new Set([String(orgs.B)]),
  );
  expect(own).toContainEqual(
    expect.objectContaining({
      sentence: 'An Administrator changed B Fixture.',
      actor: expect.objectContaining({ name: null, user: null, roleKey: 'ADMINISTRATOR', clientAddress: null }),
    }),
  );
  expect((await read({ organisationId: orgs.A }, organiser)).code).toBe('NOT_FOUND');
  expect((await read({}, await system.signIn('assA'))).code).toBe('FORBIDDEN');
  expect((await tab.graphql('{ viewer { can { viewActivity } } }')).data.viewer.can.viewActivity).toBe(true);
  expect((await organiser.graphql('{ viewer { can { viewActivity } } }')).data.viewer.can.viewActivity).toBe(false);
});

testWith('on', 'START-28 an upload is one event with its number of users, and their events on demand', async () => {
  const organisationId = String(system.platform.orgs.A);
  await sendFile(tab, countAlone, { organisationId }, { text: lines('Ada', 'Bob', 'Cid') });
  const fields = 'id sentence uploadedUserCount target { name }';
  const list = async (filter: object, by = tab) =>
    (
      await by.graphql(`query($filter: AuditEventFilter) { auditEvents(filter: $filter) { nodes { ${fields} } } }`, {
        filter,
      })
    ).data?.auditEvents?.nodes;
  const [upload, ...others] = await list({ uploadsOnce: true, actions: ['USERS_UPLOAD'] });
  expect(others).toEqual([]);
  expect(upload).toMatchObject({ sentence: 'adm Fixture uploaded 3 users.', uploadedUserCount: 3 });
  const names = async (by = tab) =>
    (await list({ uploadOf: upload.id }, by))?.map(({ target }: { target: { name: string } }) => target.name).sort();
  expect(await names()).toEqual(['Ada New', 'Bob New', 'Cid New']);
  expect([await names(await system.signIn('orgA')), await names(await system.signIn('orgB'))]).toEqual([
    ['Ada New', 'Bob New', 'Cid New'],
    [],
  ]);
  // Callers who do not set `uploadsOnce` still get one event per user.
  expect((await list({ actions: ['USERS_UPLOAD'] })).map((one: { sentence: string }) => one.sentence).sort()).toEqual(
    ['Ada', 'Bob', 'Cid'].map((name) => `adm Fixture uploaded ${name} New.`),
  );
  expect((await read({ filter: { uploadsOnce: true, targetKind: 'USER', targetId: '1' } })).code).toBe('INVALID');
});

testWith('on', 'DESIGN-5 pages continue at a cursor, and what cannot be is INVALID', async () => {
  for (const name of ['a', 'b', 'c']) await edit('audA', name);
  const variables = { filter: { actions: ['USERS_EDIT'] }, first: 2 };
  const page = (await read(variables)).data.auditEvents;
  expect(page.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const rest = (await read({ ...variables, after: page.pageInfo.endCursor })).data.auditEvents;
  expect([...page.nodes, ...rest.nodes].map(({ changes }) => changes[0].to)).toEqual(['c', 'b', 'a']);
  const oldest = await events({ ...variables, orderBy: 'OLDEST_FIRST' });
  expect(oldest.map(({ changes }: { changes: { to: string }[] }) => changes[0]?.to)).toEqual(['a', 'b']);
  for (const wrong of [
    { filter: { targetId: '1' } },
    { filter: { targetKind: 'USER' } },
    { first: 0 },
    { after: page.pageInfo.endCursor },
    { filter: { from: '0000-01-01T00:00:00Z' } },
  ])
    expect((await read(wrong)).code).toBe('INVALID');
});

testWith('on', 'FIND-5 a search is sent as it was typed, and continues where a page stopped reading', async () => {
  await edit('audA', 'Zoë');
  const searched_to = { id: 4711, at: '2026-11-01T00:00:00.000Z', position: null };
  const stopped = (body: unknown) => ({ ...(body as object), events: [], has_next: true, searched_to });
  system.upstream.script(auditCalls.auditEvents.path, { real: true, change: stopped, times: 1 });
  const variables = { filter: { search: ' zoe ' }, first: 2 };
  const page = (await read(variables)).data.auditEvents;
  expect(page).toMatchObject({ nodes: [], searchedTo: searched_to.at, pageInfo: { hasNextPage: true } });
  await read({ ...variables, after: page.pageInfo.endCursor });
  const [first, second] = system.upstream.sent(auditCalls.auditEvents.path).map(({ query }) => query);
  expect(first).toMatchObject({ search: 'zoe', limit: '2' });
  expect(second).toMatchObject({ search: 'zoe', after: JSON.stringify({ values: [searched_to.at], id: 4711 }) });
  expect((await read({ ...variables, orderBy: 'OLDEST_FIRST' })).data.auditEvents).toMatchObject({
    nodes: [{ sentence: 'adm Fixture changed Zoë Fixture.' }],
    searchedTo: null,
  });
  const { errors } = await read({ filter: { search: 'x'.repeat(201) } });
  expect(errors?.[0]?.extensions.fields).toMatchObject([{ path: 'filter.search', code: 'TOO_LONG' }]);
});

testWith('on', 'FIND-5 events that a product API has not searched are an error', async () => {
  const unsearched = ({ searched_to: _, ...body }: Record<string, unknown>) => body;
  const change = (body: unknown) => unsearched(body as Record<string, unknown>);
  system.upstream.script(auditCalls.auditEvents.path, { real: true, change });
  expect((await read({ filter: { search: 'x' } })).code).toBe('CAPABILITY_UNAVAILABLE');
  expect((await read({})).data.auditEvents).toMatchObject({ searchedTo: null });
});

const check = (variables: object = {}, by = tab) =>
  by.graphql(
    `query($organisationId: ID, $head: String, $first: Int) { verifyActivity(organisationId: $organisationId, head: $head, first: $first) {
      whole checked redacted next head broken { problem number eventId } clockSteps { number minutes } } }`,
    variables,
  );

testWith('on', 'DESIGN-5 events are read in the order of recording, and the check finds a changed one', async () => {
  const { db, orgs } = system.platform;
  for (const name of ['a', 'b']) await edit('audA', name);
  const recorded = await events({ orderBy: 'RECORDED', filter: { actions: ['USERS_EDIT'] } });
  expect(recorded.map(({ changes }: { changes: { to: string }[] }) => changes[0]?.to)).toEqual(['a', 'b']);
  const organisationId = String(orgs.A);
  const { verifyActivity } = (await check({ organisationId })).data;
  expect(verifyActivity).toMatchObject({ whole: true, redacted: 0, broken: null, next: null });
  expect(verifyActivity.head).toMatch(new RegExp(`^${verifyActivity.checked}:[\\da-f]{64}$`));
  expect((await check({ organisationId, head: verifyActivity.head })).data.verifyActivity.whole).toBe(true);
  expect((await check({ organisationId, first: 1 })).data.verifyActivity).toMatchObject({ checked: 1, next: 1 });
  await db.updateTable('audit_entry').set({ request_id: 'x' }).where('id', '=', Number(recorded[0].id)).execute();
  expect((await check({ organisationId })).data.verifyActivity).toMatchObject({
    whole: false,
    broken: { problem: 'CHANGED', eventId: recorded[0].id },
  });
  expect((await check({ organisationId, head: 'x' })).code).toBe('INVALID');
  for (const first of [0, 100_001])
    expect((await check({ organisationId, first })).errors[0]).toMatchObject({
      message: 'first must be 1 to 100000',
      extensions: { code: 'INVALID' },
    });
});

testWith('on', 'CLOCK-1 a step of the clock is reported, and is no break', async () => {
  await edit('audA', 'a');
  system.platform.moveClock(-3_600_000);
  await edit('audA', 'b');
  const organisationId = String(system.platform.orgs.A);
  expect((await check({ organisationId })).data.verifyActivity).toMatchObject({
    whole: true,
    broken: null,
    clockSteps: [{ number: expect.any(Number), minutes: 60 }],
  });
});

testWith('off', 'DESIGN-5 a product API without extensions has no activity, and is asked for none', async () => {
  const { data } = await tab.graphql(
    `query($id: ID!) { auditEvents { nodes { id } } verifyActivity { whole }
      organisation(id: $id) { viewerCanViewActivity auditEvents { nodes { id } } } }`,
    { id: system.platform.orgs.A },
  );
  expect(data).toEqual({
    auditEvents: null,
    verifyActivity: null,
    organisation: {
      viewerCanViewActivity: false,
      auditEvents: null,
    },
  });
  expect(system.upstream.sent(auditCalls.auditEvents.path)).toEqual([]);
});
