import { appCode } from '@console/platform/testing/authenticator-app';
import type { UserName } from '@console/platform/testing/fixtures';
import { addMapping, addUserMapping } from '@console/platform/testing/mappings';
import { beforeEach, expect } from 'vitest';
import { setUpApp } from '../testing/authenticator-app-mutations.ts';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { download } from '../testing/exports.ts';
import { createKey } from '../testing/key-mutations.ts';
import { acceptDocument, addExternalUser, mapExternalUserDocument } from '../testing/mapping-mutations.ts';
import { newOrganisationKey, sendOrganisationKeyMutation } from '../testing/organisation-key-mutations.ts';
import { copyPersonalData } from '../testing/personal-data.ts';
import { reviewInput, sendReview } from '../testing/review-mutations.ts';
import { loginDocument, password, testWith, useTestSystem } from '../testing/system.ts';
import { goodSso, updateSsoDocument } from '../testing/tab-mutations.ts';
import { goodUser, roleIds, stateMutation } from '../testing/user-mutations.ts';

const system = useTestSystem({ settings: { GATEWAY_SECRET: 'secret-of-gateway-and-platform-0123456789' } });
const minuteMs = 60_000;
const patience = { timeout: 60_000 };

/** One session for each user. */
const tabs = new Map<UserName, TestClient>();
beforeEach(() => tabs.clear());
const tabOf = async (user: UserName) => {
  const tab = tabs.get(user) ?? (await system.signIn(user));
  tabs.set(user, tab);
  return tab;
};

/** Sends a document about organisation A. */
const ask = async (user: UserName, document: string, variables: object = {}) =>
  (await tabOf(user)).graphql(document, { id: system.platform.orgs.A, ...variables });

/** The answer for the Organiser of A, after the same document gave one of B nothing. */
async function answerFor(document: string, variables: object = {}) {
  const foreign = await ask('orgB', document, variables);
  expect([foreign.code, foreign.text]).toEqual(['NOT_FOUND', expect.not.stringMatching(/@a\.example|Fixture/)]);
  const { data, errors } = await ask('orgA', document, variables);
  expect(errors).toEqual([]);
  return data;
}

interface AuditEvent {
  at: string;
  action: string;
  actor: { name: string | null };
  target: { id: string; name: string };
  changes: { field: string; from: string | null; to: string | null }[];
}
const eventFields = 'at action outcome code actor { name } target { kind id name } changes { field from to }';
const eventsDocument = `query($id: ID!, $filter: AuditEventFilter) {
  organisation(id: $id) { auditEvents(first: 100, filter: $filter) { nodes { ${eventFields} } } } }`;
/** The events of organisation A with these actions, newest first. */
const events = async (...actions: string[]): Promise<AuditEvent[]> =>
  (await answerFor(eventsDocument, { filter: { outcome: 'DONE', actions } })).organisation.auditEvents.nodes;

const send = async (user: UserName, name: string, input: object) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const { errors } = await ask(user, `mutation($input: ${type}!) { ${name}(input: $input) { user { id } } }`, {
    input,
  });
  expect(errors).toEqual([]);
};
/** The actions that can change a user's role or activate or deactivate a user. */
const roleActions = [
  ...['USERS_CREATE', 'USERS_UPLOAD', 'USERS_EDIT', 'USERS_ACTIVATE', 'USERS_DEACTIVATE', 'USERS_TAKE_OVER'],
  ...['SCIM_RESET_ACCOUNT', 'ORGANISATIONS_ONBOARD', 'ORGANISATIONS_CREATE_ORGANISER'],
];
const deactivate = stateMutation('deactivateUser');
const changedField = ({ changes }: AuditEvent, field: string) => changes.find((one) => one.field === field);

testWith(
  'on',
  'AUDITOR-1 the users with a role on a past day follow from those of today and the events since then',
  async () => {
    const { audA, assA } = system.platform.users;
    system.platform.moveClock(minuteMs);
    const then = system.platform.now().toISOString();
    system.platform.moveClock(minuteMs);
    await send('adm', 'updateUser', { id: audA.id, roleId: roleIds.ORGANISER });
    await send('orgA', 'createUser', {
      ...goodUser,
      email: 'ada@a.example',
      roleId: roleIds.ASSESSOR,
      deptLead: false,
    });
    await deactivate(await tabOf('orgA'), assA.id, password);
    const { organisation } = await answerFor(
      `query($id: ID!, $filter: AuditEventFilter) { organisation(id: $id) {
        users(first: 100) { nodes { id email status role { name } } }
        auditEvents(first: 100, filter: $filter) { nodes { ${eventFields} } } } }`,
      { filter: { from: then, outcome: 'DONE', actions: roleActions } },
    );
    const nodes: { id: string; email: string; status: string; role: { name: string } }[] = organisation.users.nodes;
    const read = () => new Map(nodes.map(({ id, status, role }) => [id, [role.name, String(status === 'INACTIVE')]]));
    const [today, past] = [read(), read()];
    for (const { target, changes } of organisation.auditEvents.nodes as AuditEvent[])
      for (const { field, from } of changes) {
        const place = ['role', 'disabled'].indexOf(field);
        if (place >= 0) past.get(target.id)?.splice(place, 1, String(from));
      }
    const ids = [String(audA.id), String(assA.id), nodes.find(({ email }) => email === 'ada@a.example')?.id ?? ''];
    const [organiser, gone] = [
      ['Organiser', 'false'],
      ['Assessor', 'true'],
    ];
    expect(ids.map((id) => today.get(id))).toEqual([organiser, gone, ['Assessor', 'false']]);
    expect(ids.map((id) => past.get(id))).toEqual([
      ['Auditee', 'false'],
      ['Assessor', 'false'],
      ['null', 'false'],
    ]);
    // Only Administrators and Architects can list those who administer every organisation.
    const everywhere =
      '{ users(first: 100, filter: { roleKeys: [ADMINISTRATOR, ARCHITECT] }) { nodes { email roleKey } } }';
    expect((await ask('arc', everywhere)).data.users.nodes).toHaveLength(2);
    expect((await ask('orgA', everywhere)).code).toBe('FORBIDDEN');
  },
);

testWith('on', 'AUDITOR-2 each approval of an access names who created the user or accepted the request', async () => {
  const { db, orgs, users } = system.platform;
  const mapping = await addMapping(db, orgs.A, orgs.B);
  await addExternalUser(system, 'orgB', 'A');
  await ask('orgA', acceptDocument, { organisationId: orgs.A, id: mapping });
  const mapped = await ask('orgA', mapExternalUserDocument, { input: { userId: users.orgB.id } });
  expect(mapped.errors).toEqual([]);
  await send('orgA', 'createUser', { ...goodUser, email: 'ada@a.example' });
  const approved = await events('USERS_CREATE', 'USERS_UPLOAD', 'USERS_MAP_EXTERNAL', 'MAPPINGS_ANSWER');
  const lines = approved.map((event) => {
    const { action, actor, target } = event;
    return [action, actor.name, target.name, changedField(event, 'activated')?.to];
  });
  expect(lines.toSorted()).toEqual([
    ['MAPPINGS_ANSWER', 'orgA Fixture', 'Organisation B', 'true'],
    ['USERS_CREATE', 'orgA Fixture', 'Ada Lovelace', undefined],
    ['USERS_MAP_EXTERNAL', 'orgA Fixture', 'orgB Fixture', 'true'],
  ]);
});

testWith(
  'on',
  'AUDITOR-3 the last review has its end, its decisions with who made them, and a hash of its evidence',
  async () => {
    const { orgs, users, now } = system.platform;
    const tab = await tabOf('orgA');
    const people = { scope: 'PEOPLE', userIds: [users.audA.id], reviewerIds: [users.orgA.id] };
    const input = { ...reviewInput(now()), organisationId: orgs.A, ...people };
    const started = await sendReview(tab, 'startAccessReview', input);
    const reviewId = started.data.startAccessReview.accessReview.id;
    const itemsDocument = `query($review: ID!) { accessReviewItems(reviewId: $review, first: 100) {
      nodes { id version fullName roleAtStart decision reason decidedBy decidedAt outcome eventId } } }`;
    const items = async (user: UserName) => ask(user, itemsDocument, { review: reviewId });
    const [{ id: itemId, version }] = (await items('orgA')).data.accessReviewItems.nodes;
    await sendReview(tab, 'decideInAccessReview', { reviewId, decisions: [{ itemId, version, decision: 'REMOVE' }] });
    await sendReview(tab, 'completeAccessReview', { reviewId, currentPassword: password });
    const last = `query($id: ID!) { organisation(id: $id) { accessReviews(first: 1) { nodes {
      id state startedAt startedBy finishedAt personCount outcomeCounts { outcome count } evidence { kind sha256 } } } } }`;
    const read = async () => (await answerFor(last)).organisation.accessReviews.nodes[0];
    await expect.poll(async () => (await read()).state, patience).toBe('ENDED');
    expect(await read()).toMatchObject({
      id: reviewId,
      startedBy: 'orgA Fixture',
      finishedAt: expect.any(String),
      personCount: 1,
      outcomeCounts: [{ outcome: 'REMOVED', count: 1 }],
      evidence: expect.arrayContaining([{ kind: 'CSV', sha256: expect.stringMatching(/^[\da-f]{64}$/) }]),
    });
    expect((await items('orgA')).data.accessReviewItems.nodes).toMatchObject([
      { fullName: 'audA Fixture', decision: 'REMOVE', decidedBy: 'orgA Fixture', outcome: 'REMOVED' },
    ]);
    expect((await items('orgB')).code).toBe('NOT_FOUND');
  },
);

testWith(
  'on',
  'AUDITOR-4 a sign-in with an authenticator app names it, also in a remembered browser, and one with a password names none',
  async () => {
    const { secret } = await setUpApp(system, await tabOf('assA'));
    system.platform.moveClock(minuteMs);
    const from = system.platform.now().toISOString();
    const browser = system.client();
    await system.login(browser, 'assA');
    const otp = appCode(secret, system.platform.now());
    await system.login(browser, 'assA', { otp });
    await system.login(browser, 'assA');
    await system.login(system.client(), 'audA');
    const filter = { from, outcome: 'DONE', actions: ['SESSION_SIGN_IN'] };
    const signIns = (await answerFor(eventsDocument, { filter })).organisation.auditEvents.nodes;
    const methodsOf = (name: string) =>
      signIns.flatMap((event: AuditEvent) => (event.actor.name === name ? [changedField(event, 'by')?.to] : []));
    expect(methodsOf('assA Fixture')).toEqual(['authenticator app', 'authenticator app']);
    expect(methodsOf('audA Fixture')).toEqual([undefined]);
    const without = `query($id: ID!) { organisation(id: $id) {
      users(first: 100, filter: { status: ACTIVE, secondFactor: NONE }) { nodes { email lastSignInAt } } } }`;
    const { nodes } = (await answerFor(without)).organisation.users;
    expect(nodes.map(({ email }: { email: string }) => email).sort()).toEqual(['auda@a.example', 'orga@a.example']);
  },
);

testWith('on', 'AUDITOR-5 each key has its creator and last use, and the requests of the last week', async () => {
  const { orgs } = system.platform;
  const { apiKey, secret } = (await createKey(await tabOf('assA'), { scopes: [] })).data.createApiKey;
  const own = newOrganisationKey(orgs.A);
  expect((await sendOrganisationKeyMutation(await tabOf('orgA'), 'createOrganisationApiKey', own)).errors).toEqual([]);
  await system.client().graphql('query Sync { viewer { user { id } } }', {}, programHeaders(secret));
  const keys = `query($id: ID!) { organisation(id: $id) {
      apiKeys { id name status scopes createdAt expiresAt lastUsedAt owner { email } }
      organisationApiKeys { name role status createdAt lastUsedAt createdBy { email } } } }`;
  const { organisation } = await answerFor(keys);
  expect(organisation.apiKeys).toMatchObject([
    {
      id: apiKey.id,
      owner: { email: 'assa@a.example' },
      lastUsedAt: expect.any(String),
      createdAt: expect.any(String),
    },
  ]);
  expect(organisation.organisationApiKeys).toMatchObject([
    { createdBy: { email: 'orga@a.example' }, lastUsedAt: null },
  ]);
  const made = (await events('KEYS_CREATE')).map(({ actor, target }) => `${actor.name} ${target.name}`);
  expect(made.toSorted()).toEqual(['assA Fixture Nightly sync', 'orgA Fixture Nightly sync']);
  const requests = 'query($key: ID!) { apiKeyRequests(apiKeyId: $key, first: 100) { nodes { at operation code } } }';
  const logged = async () => (await ask('orgA', requests, { key: apiKey.id })).data.apiKeyRequests.nodes;
  await expect.poll(logged, patience).toMatchObject([{ operation: 'Sync', code: null }]);
  expect((await ask('orgB', requests, { key: apiKey.id })).code).toBe('NOT_FOUND');
});

testWith(
  'on',
  'AUDITOR-6 what a leaver did, what was done to them and what they tried afterwards is in order of time',
  async () => {
    const { audA } = system.platform.users;
    const from = new Date(system.platform.now().getTime() + minuteMs).toISOString();
    const minutes: (() => Promise<unknown>)[] = [
      () => send('audA', 'updateProfile', { firstName: 'Leaver' }),
      () => tabOf('orgA').then((tab) => deactivate(tab, audA.id, password)),
      () => system.client().graphql(loginDocument, { input: { email: audA.email, password } }),
    ];
    for (const act of minutes) {
      system.platform.moveClock(minuteMs);
      await act();
    }
    const about = `query($user: ID!, $filter: AuditEventFilter!, $by: AuditEventFilter!) {
      user(id: $user) { status security { sessions { id } rememberedDevices { id } }
        auditEvents(first: 100, orderBy: OLDEST_FIRST, filter: $filter) { nodes { ${eventFields} } } }
      auditEvents(first: 100, orderBy: OLDEST_FIRST, filter: $by) { nodes { ${eventFields} } } }`;
    const variables = { user: audA.id, filter: { from }, by: { from, actorId: audA.id } };
    const { data, errors } = await ask('orgA', about, variables);
    expect(errors).toEqual([]);
    const all = [...data.user.auditEvents.nodes, ...data.auditEvents.nodes];
    const lines = all.map(({ at, action, outcome, code }) => `${at.slice(14, 16)} ${action} ${outcome} ${code}`);
    const minute = (number: number) => new Date(Date.parse(from) + number * minuteMs).toISOString().slice(14, 16);
    expect([...new Set(lines)].toSorted()).toEqual([
      `${minute(0)} SESSION_SIGN_IN DONE null`,
      `${minute(0)} USERS_EDIT DONE null`,
      `${minute(1)} USERS_DEACTIVATE DONE null`,
      `${minute(2)} SESSION_SIGN_IN REFUSED USER_INACTIVE`,
    ]);
    expect(data.user).toMatchObject({ status: 'INACTIVE', security: { sessions: [], rememberedDevices: [] } });
    const foreign = await ask('orgB', about, variables);
    expect([foreign.code, foreign.text.includes('audA')]).toEqual(['NOT_FOUND', false]);
  },
);

testWith('on', 'AUDITOR-7 a check against an earlier head finds that the end of the log is missing', async () => {
  const { db, orgs, users } = system.platform;
  await send('orgA', 'updateUser', { id: users.audA.id, firstName: 'A' });
  const check = `query($id: ID!, $head: String) { verifyActivity(organisationId: $id, head: $head) {
    whole checked next head broken { problem number } } }`;
  await tabOf('orgB');
  const ofA = await db.selectFrom('audit_entry').select('id').where('subject_org_id', '=', orgs.A).execute();
  const whole = async () => (await answerFor(check)).verifyActivity;
  await expect.poll(whole, patience).toMatchObject({ whole: true, checked: ofA.length, next: null, broken: null });
  const { head, checked } = await whole();
  await db.deleteFrom('audit_entry').where('chain_id', '=', orgs.A).where('chain_no', '=', checked).execute();
  const { verifyActivity } = await answerFor(check, { head });
  expect(verifyActivity).toMatchObject({ whole: false, broken: { problem: 'CUT_OFF', number: checked } });
});

testWith('on', 'AUDITOR-8 the file with the data of a person says what it covers and what is left out', async () => {
  const { assA } = system.platform.users;
  const tab = await tabOf('orgA');
  const { data } = await copyPersonalData(tab, assA.id);
  const file = (await (await download(system, tab, data.copyPersonalData.path)).json()) as Record<string, object>;
  expect(file).toMatchObject({
    about: {
      Person: assA.id,
      Covers: `organisation ${system.platform.orgs.A}`,
      'Left out': { Account: expect.any(Object) },
    },
    Account: [{ Email: assA.email }],
  });
  expect((await copyPersonalData(await tabOf('orgB'), assA.id)).code).toBe('NOT_FOUND');
  const erasure = 'query($user: ID!) { personErasure(userId: $user) { changes { kind count } } }';
  const plan = await ask('adm', erasure, { user: assA.id });
  expect(plan.data.personErasure.changes).toContainEqual({ kind: 'EVENTS', count: expect.any(Number) });
});

testWith('on', 'AUDITOR-9 a change of single sign-on names who made it, with old and new values', async () => {
  for (const clientId of ['client-1', 'client-2']) {
    system.platform.moveClock(minuteMs);
    const input = goodSso(system.platform.orgs.A, { clientId, clientSecret: `secret of ${clientId}` });
    expect((await ask('orgA', updateSsoDocument, { input: { ...input, currentPassword: password } })).errors).toEqual(
      [],
    );
  }
  const [last] = await events('SSO_EDIT', 'SSO_ACTIVATE', 'SSO_VERIFY_DOMAIN', 'SSO_SET_SIGN_IN_RULES', 'SCIM_EDIT');
  expect(last).toMatchObject({
    actor: { name: 'orgA Fixture' },
    changes: expect.arrayContaining([
      { field: 'clientId', from: 'client-1', to: 'client-2' },
      { field: 'clientSecret', from: null, to: 'changed' },
    ]),
  });
});

testWith('on', 'AUDITOR-10 the accepted vendors and external users have the modules that were requested', async () => {
  const { db, orgs, users } = system.platform;
  const accepted = { activated: true, status: 'Accepted', modules: ['auditor'], requester_id: users.orgA.id };
  await addMapping(db, orgs.B, orgs.A, accepted);
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true, modules: ['documenter'] });
  const { organisation } = await answerFor(`query($id: ID!) { organisation(id: $id) {
    mappings(first: 100, filter: { states: [ACCEPTED] }) { edges {
      at counterpart { brandName } node { vendor { brandName } modules { label } requester { name } } } }
    externalUsers(first: 100, filter: { states: [ACCEPTED] }) { nodes {
      at user { email } homeOrganisation { brandName } modules { label } } }
    } }`);
  expect(organisation).toMatchObject({
    mappings: { edges: [{ node: { vendor: { brandName: 'Organisation B' }, modules: [{ label: 'Auditor' }] } }] },
    externalUsers: {
      nodes: [
        {
          user: { email: 'orgb@b.example' },
          homeOrganisation: { brandName: 'Organisation B' },
          modules: [{ label: 'Documenter' }],
        },
      ],
    },
  });
});
