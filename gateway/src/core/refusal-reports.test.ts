import { afterEach, expect, test } from 'vitest';
import type { Answer } from '../testing/client.ts';
import { adoptDocument, programHeaders } from '../testing/documents.ts';
import { loginDocument, password, startTestSystem, type TestSystem, viewerDocument } from '../testing/system.ts';
import { userMutationDocument } from '../testing/user-mutations.ts';

const path = '/consoles/ext/refusals';
const secret = 'shared by gateway and platform in tests';
const settings = { GATEWAY_SECRET: secret, TRUST_PROXY: '1', MULTI_FACTOR_PER_ADDRESS: '1' };
const multiFactor = 'query Check($email: String!) { multiFactor(email: $email) }';
const userDocument = 'query User($id: ID!) { user(id: $id) { id } }';
const from = { 'x-forwarded-for': '192.0.2.8' };

let system: TestSystem;
afterEach(() => system.close());

const start = async (extensions: 'on' | 'off', more: Record<string, string> = settings) => {
  system = await startTestSystem({ extensions, settings: more });
  system.watch(secret);
};
const rows = () => system.platform.auditEntries('access:refuse', 'session:refuse');
const patience = { timeout: 20_000 };
const entriesAre = (count: number) => expect.poll(async () => (await rows()).length, patience).toBe(count);
const logged = () =>
  system.logs.map((line) => JSON.parse(line)).filter(({ msg, level }) => msg === 'refused' && level === 40);
const requestIds = (answers: Answer[]) => answers.map(({ errors }) => errors[0]?.extensions.requestId);

/** Causes one refusal of each kind that the gateway decides itself, and one of each kind that the platform decides. */
async function refuseEach() {
  const { audA, orgA, orgB, assA } = system.platform.users;
  const auditee = await system.signIn('audA');
  const organiser = await system.signIn('orgA');
  const stranger = system.client();
  const deactivate = (tab: typeof auditee, { id }: { id: number }, currentPassword = password) =>
    tab.graphql(userMutationDocument('deactivateUser'), { id, currentPassword }, from);
  await stranger.graphql(multiFactor, { email: 'adm@a.example' }, from);
  const own = [
    await deactivate(auditee, assA),
    await deactivate(organiser, orgA),
    await stranger.graphql(multiFactor, { email: 'Nobody@a.example' }, from),
    await stranger.graphql(userDocument, { id: orgB.id }, { ...from, authorization: 'Bearer not a key' }),
    await auditee.graphql(viewerDocument, {}, { ...from, 'x-csrf-guard': undefined }),
    await organiser.graphql(userDocument, { id: orgB.id }, from),
  ];
  const answered = [
    await deactivate(organiser, orgB),
    await deactivate(organiser, assA, 'wrong-canary'),
    await stranger.graphql(viewerDocument, {}, { ...from, ...programHeaders('unknown-key-canary') }),
  ];
  return { own, answered, ids: { audA, orgA, orgB, assA } };
}

const codes = (answers: Answer[]) => answers.map(({ code }) => code);

test('DESIGN-4 SECURITY-T14 every refusal by gateway or platform is one audit entry with user, action, address and request', async () => {
  await start('on');
  const { own, answered, ids } = await refuseEach();
  expect(codes(own)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'RATE_LIMITED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);
  expect(codes(answered)).toEqual(['NOT_FOUND', 'WRONG_PASSWORD', 'UNAUTHENTICATED']);
  await entriesAre(9);
  const { A } = system.platform.orgs;
  const entries = new Map((await rows()).map((row) => [row.request_id, row]));
  const entriesOf = (answers: Answer[]) => requestIds(answers).map((id) => entries.get(id ?? ''));
  const by = (user: { id: number }) => ({ ent_usr_id: user.id, ent_org_id: A, via: 'session' });
  const after = (action: string, reason: string) => ({ after: { action, reason, by: 'gateway' } });
  expect(entriesOf(own)).toMatchObject([
    { ...by(ids.audA), ...after('deactivateUser', 'FORBIDDEN'), target_type: 'ent_usr', target_id: `${ids.assA.id}` },
    { ...by(ids.orgA), ...after('deactivateUser', 'FORBIDDEN'), target_type: 'ent_usr', target_id: `${ids.orgA.id}` },
    { ent_usr_id: null, via: 'public', ...after('multiFactor', 'RATE_LIMITED'), email_hash: expect.any(String) },
    { ent_usr_id: null, via: 'bearer', ...after('session:useKey', 'UNAUTHENTICATED') },
    { ent_usr_id: null, via: 'public', ...after('graphql:request', 'FORBIDDEN') },
    { ...by(ids.orgA), ...after('user', 'NOT_FOUND'), target_type: 'ent_usr', target_id: `${ids.orgB.id}` },
  ]);
  expect(entriesOf(answered)).toMatchObject([
    { ...by(ids.orgA), after: { action: 'users:deactivate' }, target_type: 'ent_usr', target_id: `${ids.orgB.id}` },
    { ...by(ids.orgA), after: { action: 'validPassword', reason: 'WRONG_PASSWORD' } },
    { ent_usr_id: null, after: { action: 'session:useKey', reason: 'UNAUTHENTICATED' } },
  ]);
  for (const row of entries.values()) expect(row).toMatchObject({ client_address: '192.0.2.8', count: 1 });
  expect(JSON.stringify([...entries.values()])).not.toMatch(/canary|unknown@|a\.example/i);
});

test('DESIGN-4 failed sign-ins, tampered cookies and wrong hand-overs are one audit entry each', async () => {
  await start('on');
  const login = (email: string) =>
    system.client().graphql(loginDocument, { input: { email, password: 'wrong' } }, from);
  expect((await login('unknown@a.example')).data.login.__typename).toBe('UserNotFound');
  expect((await login('orga@a.example')).data.login.__typename).toBe('InvalidCredentials');
  const tab = await system.signIn('orgA');
  tab.cookies.set('__Host-console', `${tab.cookies.get('__Host-console')}x`);
  await tab.graphql(viewerDocument, {}, from);
  for (const token of ['unknown-token', 'not a token']) await system.client().graphql(adoptDocument, { token }, from);
  await entriesAre(5);
  const entries = (await rows()).map(({ action, after, target_id }) => [action, after, target_id]);
  expect(entries).toHaveLength(5);
  expect(entries).toEqual(
    expect.arrayContaining([
      ['session:refuse', { action: 'login', reason: 'USER_NOT_FOUND', by: 'gateway' }, null],
      ['session:refuse', { reason: 'INVALID_CREDENTIALS' }, String(system.platform.users.orgA.id)],
      ['access:refuse', { action: 'session:resume', reason: 'TAMPERED', by: 'gateway' }, null],
      ['access:refuse', { action: 'session:useKey', reason: 'UNAUTHENTICATED' }, 'apiUserDetail'],
      ['access:refuse', { action: 'adoptSession', reason: 'TOKEN_INVALID', by: 'gateway' }, null],
    ]),
  );
});

test('DESIGN-4 LOG-4 with a spec-only product API, and without a secret, the gateway logs its refusals and calls nothing', async () => {
  const { GATEWAY_SECRET: _secret, ...unshared } = settings;
  for (const [extensions, more] of [
    ['off', settings],
    ['on', unshared],
  ] as const) {
    await start(extensions, more);
    const { own, ids } = await refuseEach();
    await system.gateway.close();
    const lines = logged();
    const byRequest = requestIds(own).map((id) => lines.filter(({ refusal }) => refusal.request_id === id));
    expect(byRequest.map((found) => found.length)).toEqual(own.map(() => 1));
    expect(byRequest[0]).toMatchObject([
      {
        count: 1,
        addressHash: expect.stringMatching(/^[\da-f]{16}$/),
        refusal: {
          action: 'deactivateUser',
          reason: 'FORBIDDEN',
          target_id: `${ids.assA.id}`,
          user_id: `${ids.audA.id}`,
        },
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/canary|unknown@|key_hash|192\.0\.2\.8/i);
    expect([...system.upstream.paths]).not.toContain(path);
    if (extensions === 'off') await system.close();
  }
});

test('SECURITY-T17 of a flood of alike refusals 100 are reported, and one has the number of the others', async () => {
  await start('on');
  const tab = await system.signIn('audA');
  const { id } = system.platform.users.assA;
  for (let n = 0; n < 103; n += 1)
    await tab.graphql(userMutationDocument('deactivateUser'), { id, currentPassword: password });
  await system.gateway.close();
  const counts = (await rows()).map(({ count }) => count);
  expect([counts.length, counts.at(-1)]).toEqual([101, 3]);
});

test('RELIABILITY-3 no answer waits for a report, and what is not taken is logged', async () => {
  await start('on');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  system.upstream.script(path, { until: released, status: 500, body: {} });
  const tab = await system.signIn('audA');
  const { id } = system.platform.users.assA;
  const ask = () => tab.graphql(userMutationDocument('deactivateUser'), { id, currentPassword: password });
  const first = await ask();
  await expect.poll(() => system.upstream.sent(path).length, patience).toBe(1);
  // The first report is under way and has no response.
  const second = await ask();
  expect(codes([first, second])).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  release();
  await system.gateway.close();
  expect(logged().map(({ refusal }) => refusal.request_id)).toEqual(requestIds([first, second]));
});

test('RELIABILITY-3 a report that does not reach the product API is sent again, and each refusal is one entry', async () => {
  await start('on');
  const tab = await system.signIn('audA');
  await tab.graphql('{ viewer { can { viewUsers } } }');
  system.upstream.script(path, { status: 503, times: 1 });
  const { id } = system.platform.users.assA;
  await tab.graphql(userMutationDocument('deactivateUser'), { id, currentPassword: password });
  await entriesAre(1);
  expect([system.upstream.sent(path).length, logged()]).toEqual([2, []]);
});

test('BOOT-6 SECURITY-T27 with another secret than the platform’s the refusals are logged, one line says so, and the audit log has none of the report', async () => {
  system = await startTestSystem({
    extensions: 'on',
    settings,
    platformSecret: 'known to the platform alone in this test',
  });
  const tab = await system.signIn('audA');
  const { id } = system.platform.users.assA;
  const answer = await tab.graphql(userMutationDocument('deactivateUser'), { id, currentPassword: password });
  await system.gateway.close();
  expect(logged().map(({ refusal }) => refusal.request_id)).toEqual(requestIds([answer]));
  expect(await rows()).toEqual([]);
  expect(system.logs.filter((line) => line.includes('the platform refuses GATEWAY_SECRET'))).toHaveLength(1);
});

test('SECURITY-T21 a key that was typed as an id is not stored in clear', async () => {
  await start('on');
  const organiser = await system.signIn('orgA');
  const keys = [`key_0a1b2c3d_${'k'.repeat(43)}`, 's'.repeat(43), '123'];
  for (const id of keys) await organiser.graphql(userDocument, { id }, from);
  await entriesAre(3);
  const ids = (await rows()).map(({ target_id }) => target_id);
  expect(ids).toEqual([
    expect.stringMatching(/^hash:[\da-f]{16}$/),
    expect.stringMatching(/^hash:[\da-f]{16}$/),
    '123',
  ]);
  expect(system.logs.join('\n')).not.toContain('kkkk');
});
