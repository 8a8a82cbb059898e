import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { expect, test } from 'vitest';
import { createOrganisation, goodInput } from './testing/organisation-mutations.ts';
import { password, useTestSystem } from './testing/system.ts';
import { createUserDocument, goodUser, stateMutation } from './testing/user-mutations.ts';

/** A response that no reader understands is reported in plain words and decides nothing. Tests of the reader cover every call. */

const system = useTestSystem({ extensions: 'off' });

const denied = 'Could not connect: Access denied for user app@db';
const text = () => Buffer.from(denied);
const warning = (json: Buffer) =>
  Buffer.concat([Buffer.from('<br />\n<b>Warning</b>: Undefined array key in <b>/srv/api/list.php</b><br />\n'), json]);
const half = (json: Buffer) => json.subarray(0, json.length / 2);
const refusal = () => Buffer.from(`{"success":false,"error":"${denied}","data":[]}`);
const objects = () => Buffer.from('{"data":{"first":{"id":1},"second":{"id":2}}}');
const rows = () => Buffer.from('{"data":[{"x":1},{"x":2}]}');

const script = (call: Call, rewrite: (json: Buffer) => Buffer) =>
  system.upstream.script(call.path, { real: true, rewrite });
/** An error must not contain text of the response, unless it is the product API's own message. */
const plainly = (code: string, message = /./) => ({
  errors: [{ message: expect.stringMatching(message), extensions: expect.objectContaining({ code }) }],
  text: expect.not.stringMatching(/Warning|Undefined|list\.php/),
});
const bad = plainly('UPSTREAM_BAD_RESPONSE');

test.each([
  ['activeUserList', 'a text', text, 'users(filter: { status: ACTIVE }) { totalCount }', bad],
  ['extOrgAccepctedPendingUserList', 'objects under unknown keys', objects, 'externalUsers { totalCount }', bad],
  ['specificPenAccOrgList', 'a refusal', refusal, 'mappings { totalCount }', plainly('INVALID', /^Could not conn/)],
  ['specificOrgDetails', 'a warning before its JSON', warning, 'assessments { totalCount }', bad],
] as const)('CASES-59 the list of %s that is answered with %s fails in plain words, and is none', async (...given) => {
  const [call, , rewrite, field, failure] = given;
  const tab = await system.signIn('adm');
  script(calls[call], rewrite);
  const answer = await tab.graphql(`{ organisation(id: "${system.platform.orgs.B}") { ${field} } }`);
  expect(answer).toMatchObject(failure);
  // The data contain neither a list nor a number.
  expect(JSON.stringify(answer.data)).not.toMatch(/[[\d]/);
});

test.each([
  ['half of a list', half],
  ['rows without a known key', rows],
])('RESP-5 CASES-59 no user is deactivated by %s of responders', async (_what, rewrite) => {
  for (const call of [calls.conDeptResponders, calls.incDeptResponders, calls.taskDeptResponders])
    script(call, rewrite);
  const tab = await system.signIn('orgA');
  const answer = await stateMutation('deactivateUser')(tab, String(system.platform.users.audA.id), password);
  expect(answer.errors[0]?.message).toMatch(/^Failed to fetch/);
  expect(system.upstream.sent(calls.activateDeactivateUser.path)).toEqual([]);
});

test('CASES-59 a write that is answered with a text is not reported as done', async () => {
  const tab = await system.signIn('adm');
  script(calls.createOrg, text);
  expect(await createOrganisation(tab, goodInput('Harsh'))).toMatchObject(bad);
});

test('CASES-59 no seat is counted from rows without a known key', async () => {
  const { db, orgs } = system.platform;
  await db.updateTable('ent_org').set({ user_limit: 5 }).where('id', '=', orgs.B).execute();
  const tab = await system.signIn('adm');
  script(calls.activeUserList, rows);
  const input = { ...goodUser, organisationId: orgs.B, email: 'new@new.example' };
  expect(await tab.graphql(createUserDocument, { input })).toMatchObject(bad);
  expect(system.upstream.sent(calls.createOrgUser.path)).toEqual([]);
});

test('LOGIN-6 CASES-59 a sign-in that is answered with a warning is not a wrong password, however often', async () => {
  for (let count = 0; count < 12; count += 1) {
    system.upstream.script(calls.login.path, { body: warning(Buffer.from('{"success":true}')), times: 1 });
    expect(await system.login(system.client(), 'orgA')).toMatchObject(bad);
  }
  expect((await system.login(system.client(), 'orgA')).data.login.__typename).toBe('LoginSuccess');
});
