import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { describe, expect, test } from 'vitest';
import type { Answer } from './testing/client.ts';
import { eachMutation } from './testing/each-mutation.ts';
import { password, useTestSystem } from './testing/system.ts';
import { createUserDocument, goodUser, stateMutation } from './testing/user-mutations.ts';

/** What no reader can understand: it is refused in plain words, and nothing is decided by it. */

const deactivate = stateMutation('deactivateUser');
const system = useTestSystem({ extensions: 'off' });

const denied = 'Could not connect: Access denied for user app@db';
const warning = '<br />\n<b>Warning</b>: Undefined array key in <b>/srv/api/list.php</b><br />\n';
type Rewrite = (json: Buffer) => Buffer;
const harsh: Record<string, Rewrite> = {
  'a text with status 200': () => Buffer.from(denied),
  'a warning before its JSON': (json) => Buffer.concat([Buffer.from(warning), json]),
  'invalid UTF-8': (json) => Buffer.from(`{"note":"\xe9"${json.length > 2 ? ',' : ''}${json.subarray(1)}`, 'latin1'),
  'half of its JSON': (json) => json.subarray(0, json.length / 2),
};
const forLists: Record<string, Rewrite> = {
  ...harsh,
  'an object under unknown keys': () => Buffer.from('{"data":{"first":{"id":1},"second":{"id":2}}}'),
  'two lists under unknown keys': () => Buffer.from('{"first":[{"id":1}],"second":[{"id":2}]}'),
  'a refusal beside an empty list': () => Buffer.from(`{"success":false,"error":"${denied}","data":[]}`),
  false: () => Buffer.from('false'),
};

const script = (call: Call, rewrite: Rewrite) => system.upstream.script(call.path, { real: true, rewrite });
const codes = ({ errors }: Answer) => errors.map(({ extensions }) => extensions.code);

/** The message has no letter of the answer, unless it is the product API's own. */
const isPlain = ({ errors, text }: Answer) =>
  errors.length > 0 &&
  errors.every(({ message }) => message.length > 5) &&
  !/Warning|Undefined|list\.php|\xe9/.test(text);

const ofOrganisation: [Call, string][] = [
  [calls.activeUserList, 'users(filter: { status: ACTIVE }) { totalCount }'],
  [calls.inactiveUserList, 'users(filter: { status: INACTIVE }) { totalCount }'],
  [calls.orgOrganiserList, 'organiserCandidates { id }'],
  [calls.extOrgAccepctedPendingUserList, 'externalUsers { totalCount }'],
  [calls.specificPenAccOrgList, 'mappings { totalCount }'],
  [calls.specificOrgDetails, 'assessments { totalCount }'],
  [calls.specificOrgDetails, 'models { title }'],
];
const ofLookups: [Call, string][] = [
  [calls.industryList, 'industries { id }'],
  [calls.countryList, 'countries { id }'],
  [calls.countryCodeList, 'countryCodes { id }'],
  [calls.departmentList, 'departments { id }'],
  [calls.designationList, 'designations { id }'],
  [calls.moduleRoleList, 'roles { id }'],
  [calls.asmtStatusList, 'assessmentStatuses { id }'],
  [calls.notificationFrequencyList, 'notificationFrequencies { id }'],
];
const lists: [Call, () => string][] = [
  ...ofOrganisation.map(([call, field]): [Call, () => string] => [
    call,
    () => `{ organisation(id: "${system.platform.orgs.B}") { ${field} } }`,
  ]),
  ...ofLookups.map(([call, field]): [Call, () => string] => [call, () => `{ lookups { ${field} } }`]),
  [calls.orgList, () => '{ organisations { totalCount } }'],
  [calls.accepctedPendingUserList, () => '{ viewer { organisation { externalUsers { totalCount } } } }'],
];

describe.each(Object.entries(forLists))('CASES-59 a list that is answered with %s', (_what, rewrite) => {
  test.each(lists)('%o fails in plain words, and is none', async (call, document) => {
    system.platform.moveClock(11 * 60_000);
    const tab = await system.signIn('adm');
    script(call, rewrite);
    const answer = await tab.graphql(document());
    expect([isPlain(answer), codes(answer)]).toEqual([
      true,
      [expect.stringMatching(/^(UPSTREAM_BAD_RESPONSE|INVALID)$/)],
    ]);
    // No list and no number of rows.
    expect(JSON.stringify(answer.data)).not.toMatch(/[[\d]/);
  });
});

const deciding = Object.entries({
  ...forLists,
  'rows without a known key': () => Buffer.from('{"data":[{"x":1},{"x":2}]}'),
});

test.each(deciding)('RESP-5 CASES-59 no user is deactivated by %s of responders', async (_what, rewrite) => {
  for (const call of [calls.conDeptResponders, calls.incDeptResponders, calls.taskDeptResponders])
    script(call, rewrite);
  const answer = await deactivate(await system.signIn('orgA'), String(system.platform.users.audA.id), password);
  expect([isPlain(answer), answer.errors[0]?.message]).toEqual([true, expect.stringMatching(/^Failed to fetch/)]);
  expect(system.upstream.sent(calls.activateDeactivateUser.path)).toEqual([]);
});

// A sign-in is below, and the answer to a request for a reset does not say whether an email is known.
const others = new Set<string>([calls.login.name, calls.consoleResetPwdLink.name, calls.forgotPwd.name]);
const writes = Object.values<Call>(calls).filter(({ kind, name }) => kind !== 'read' && !others.has(name));
// Nothing is withdrawn without the extensions.
const mutations = Object.entries(eachMutation).filter(([name]) => !/^(requestPasswordReset|withdraw)/.test(name));

describe.each(Object.entries(harsh))('CASES-59 a write that is answered with %s', (_what, rewrite) => {
  test.each(mutations)('%s is not reported as done', async (_name, { by = 'adm', run }) => {
    const tab = await system.signIn(by);
    for (const call of writes) script(call, rewrite);
    const answer = await run(system, tab);
    expect([isPlain(answer), codes(answer)]).toEqual([true, ['UPSTREAM_BAD_RESPONSE']]);
  });
});

test.each(mutations)(
  'CASES-59 %s is not done by a refusal beside an empty list',
  async (_name, { by = 'adm', run }) => {
    const tab = await system.signIn(by);
    for (const { path } of writes) system.upstream.script(path, { body: { success: false, error: denied, data: [] } });
    expect(isPlain(await run(system, tab))).toBe(true);
  },
);

test.each(Object.entries(harsh))(
  'LOGIN-6 CASES-59 a sign-in that is answered with %s is no wrong password, however often',
  async (_what, rewrite) => {
    for (let count = 0; count < 12; count += 1) {
      system.upstream.script(calls.login.path, { body: rewrite(Buffer.from('{"success":true}')), times: 1 });
      const answer = await system.login(system.client(), 'orgA');
      expect([isPlain(answer), codes(answer)]).toEqual([true, ['UPSTREAM_BAD_RESPONSE']]);
    }
    expect((await system.login(system.client(), 'orgA')).data.login.__typename).toBe('LoginSuccess');
  },
);

test.each(deciding)('CASES-59 no seat is counted from %s', async (_what, rewrite) => {
  await system.platform.db
    .updateTable('ent_org')
    .set({ user_limit: 5 })
    .where('id', '=', system.platform.orgs.B)
    .execute();
  const tab = await system.signIn('adm');
  script(calls.activeUserList, rewrite);
  const input = { ...goodUser, organisationId: system.platform.orgs.B, email: 'new@new.example' };
  expect(isPlain(await tab.graphql(createUserDocument, { input }))).toBe(true);
  expect(system.upstream.sent(calls.createOrgUser.path)).toEqual([]);
});
