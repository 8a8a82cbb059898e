import { attentionCalls } from '@console/contract/calls/attention';
import { overviewCalls } from '@console/contract/calls/overview';
import { addIntegrationKey } from '@console/platform/testing/users';
import { expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { mode, testWith, useTestSystem } from '../testing/system.ts';
import { assessmentsOf } from '../testing/tab-mutations.ts';

const system = useTestSystem();
const { path } = overviewCalls.overview;

const document = `query($organisationId: ID) { overview(organisationId: $organisationId) {
  countedAt organisations { active disabled } seats { used limit organisationsWithoutLimit }
  users { role { id key name } active inactive } signIns { days { day count } users never }
  assessments { pending completed total }
  assessmentDetails { statuses { status count } months { month due completed } overdue undated }
  mappingRequests { count since } invitations { count since } organisationInvitations { count since }
} }`;

const unknown = {
  organisations: null,
  seats: null,
  users: null,
  signIns: null,
  assessments: null,
  assessmentDetails: null,
  mappingRequests: null,
  invitations: null,
  organisationInvitations: null,
};
const roleA = (key: string, active: number, inactive: number | null = 0) => ({
  role: expect.objectContaining({ key }),
  active,
  inactive,
});

testWith('on', 'OVERVIEW-9 the overview of all organisations and of one is one call of the platform', async () => {
  const { orgs } = system.platform;
  await assessmentsOf(system, 'A', [{ audit_status: 'Completed' }, { audit_status: 'On Hold' }]);
  const tab = await system.signIn('adm');
  system.upstream.requests.length = 0;
  const { errors, data } = await tab.graphql(document);
  expect([errors, system.upstream.sent(path).map(({ query }) => query)]).toEqual([[], [{}]]);
  expect(data.overview).toMatchObject({
    countedAt: system.platform.now().toISOString(),
    organisations: { active: 3, disabled: 1 },
    seats: { used: 8, limit: null, organisationsWithoutLimit: 3 },
    users: [
      ...[roleA('ADMINISTRATOR', 1), roleA('ARCHITECT', 1), roleA('ORGANISER', 2)],
      ...[roleA('ASSESSOR', 3, 1), roleA('AUDITEE', 1)],
    ],
    signIns: { users: 1, never: 7 },
    assessments: { pending: 1, completed: 1, total: 2 },
    assessmentDetails: { overdue: 0, undated: 1 },
    mappingRequests: { count: 0, since: null },
    invitations: { count: 0, since: null },
  });
  expect(data.overview.signIns.days.at(-1)).toEqual({ day: '2026-11-20', count: 1 });
  expect(data.overview.assessmentDetails.months).toHaveLength(12);
  const own = await (await system.signIn('orgA')).graphql(document, { organisationId: orgs.A });
  expect(own.errors).toEqual([]);
  expect(own.data.overview).toMatchObject({
    organisations: null,
    assessmentDetails: null,
    seats: { used: 5 },
    assessments: { pending: 1, completed: 1, total: 2 },
  });
  expect(system.upstream.sent(path).at(-1)?.query).toEqual({ org_id: String(orgs.A) });
});

test('OVERVIEW-9 only roles that reach all organisations have the overview of all, in both modes', async () => {
  for (const [user, code] of [
    ['arc', undefined],
    ['orgA', 'FORBIDDEN'],
    ['assA', 'FORBIDDEN'],
    ['audA', 'FORBIDDEN'],
  ] as const) {
    const tab = await system.signIn(user);
    expect([user, (await tab.graphql('{ overview { countedAt } }')).code]).toEqual([user, code]);
    const { can } = (await tab.graphql('{ viewer { can { viewOverview } } }')).data.viewer;
    expect([user, can.viewOverview]).toEqual([user, code === undefined]);
  }
});

testWith('on', 'OVERVIEW-8 parts of an answer that cannot be read are unknown, and not 0', async () => {
  const tab = await system.signIn('adm');
  const body = {
    counted_at: '2026-11-20T09:00:00.000Z',
    organisations: { active: 3 },
    seats: { used: 'many', limit: 5, organisations_without_limit: 0 },
    users: [
      { role: { id: 1, idStr: 'ADMINISTRATOR' }, active: 1, inactive: 0 },
      { role: { idStr: 'CHIEF' }, active: 1 },
    ],
    sign_ins: { days: [{ day: '2026-11-20' }], users_count: 1, never_count: 1 },
    assessments: { pending: 1, completed: '2', total: 3 },
    mapping_requests: { since: null },
    invitations: { count: 4, since: 'yesterday' },
  };
  system.upstream.script(path, { body: { overview: body } });
  const { errors, data } = await tab.graphql(document);
  expect([errors, data.overview]).toEqual([
    [],
    {
      ...unknown,
      countedAt: body.counted_at,
      assessments: { pending: 1, completed: 2, total: 3 },
      invitations: { count: 4, since: null },
    },
  ]);
});

testWith('off', 'OVERVIEW-8 from REST-37, or REST-38 and REST-17: what they have, null for the rest', async () => {
  const { orgs } = system.platform;
  await assessmentsOf(system, 'A', [{ audit_status: 'Completed' }, { audit_status: 'On Hold' }]);
  await assessmentsOf(system, 'D', [{}]);
  const tab = await system.signIn('adm');
  system.upstream.requests.length = 0;
  const countedAt = system.platform.now().toISOString();
  const all = await tab.graphql(document);
  const sent = () => system.upstream.requests.map((request) => request.path.replace('/consoles/', '')).sort();
  expect([all.errors, sent()]).toEqual([[], ['/tasks/api_user_detail', 'org_list']]);
  expect(all.data.overview).toEqual({
    ...unknown,
    countedAt,
    organisations: { active: 3, disabled: 1 },
    assessments: { pending: 1, completed: 1, total: 2 },
  });
  system.upstream.requests.length = 0;
  const one = await tab.graphql(document, { organisationId: orgs.A });
  expect([one.errors, sent()]).toEqual([[], ['/tasks/api_user_detail', 'active_user_list', 'org_detail']]);
  expect(one.data.overview).toEqual({
    ...unknown,
    countedAt,
    seats: { used: 5, limit: null, organisationsWithoutLimit: 1 },
    users: [
      ...[roleA('ADMINISTRATOR', 1, null), roleA('ARCHITECT', 1, null), roleA('ORGANISER', 1, null)],
      ...[roleA('ASSESSOR', 1, null), roleA('AUDITEE', 1, null)],
    ],
    assessments: { pending: 1, completed: 1, total: 2 },
  });
});

testWith('off', 'OVERVIEW-8 a list that is missing, or a count in one row, is unknown and not 0', async () => {
  const tab = await system.signIn('adm');
  system.upstream.script('/consoles/org_list', { body: { active_orgs: [] } });
  expect((await tab.graphql(document)).data.overview).toMatchObject(unknown);
  const row = { brandname: 'One', pending_asmts_count: 1, complete_asmts_count: 1, total_asmts_count: 2 };
  const { total_asmts_count: _, ...without } = { ...row, id: 2 };
  system.upstream.script('/consoles/org_list', {
    body: { active_orgs: [{ ...row, id: 1 }, without], disable_orgs: [] },
  });
  const { overview } = (await tab.graphql(document)).data;
  expect(overview).toMatchObject({ organisations: { active: 2, disabled: 0 }, assessments: null });
});

testWith('on', 'OVERVIEW-9 a key with the scope read reads the overview for 10 points and one of its own', async () => {
  const { db, users } = system.platform;
  const key = await addIntegrationKey(db, users.adm.id, ['read']);
  const { errors, text } = await system.client().graphql('{ overview { countedAt } }', {}, programHeaders(key));
  expect([errors, JSON.parse(text).extensions.cost.requested]).toEqual([[], 11]);
});

const itemFields = 'kind urgency count organisations since until';
const attention = `query($id: ID!) {
  attention { ${itemFields} }
  organisation(id: $id) { attention { ${itemFields} } }
}`;

testWith(
  'on',
  'ATTENTION-2 what needs attention is one call of the platform for an organisation, and one for all',
  async () => {
    const { db, orgs } = system.platform;
    const end_date = new Date(system.platform.now().getTime() - 60_000);
    await assessmentsOf(system, 'A', [{ end_date }]);
    await assessmentsOf(system, 'B', [{ end_date }, { end_date }]);
    await db.updateTable('ent_usr').set({ last_sign_in_at: end_date }).execute();
    const tab = await system.signIn('arc');
    system.upstream.requests.length = 0;
    const { errors, data } = await tab.graphql(attention, { id: orgs.A });
    const sent = system.upstream.sent(attentionCalls.attention.path).map(({ query }) => query.organisationId);
    expect([errors, sent.toSorted()]).toEqual([[], [String(orgs.A), undefined]]);
    const overdue = { kind: 'OVERDUE_ASSESSMENTS', urgency: 'HIGH', since: end_date.toISOString(), until: null };
    expect(data.organisation.attention).toEqual([{ ...overdue, count: 1, organisations: null }]);
    expect(data.attention).toEqual([
      { ...overdue, count: 3, organisations: 2 },
      { kind: 'WITHOUT_ORGANISER', urgency: 'MEDIUM', count: 3, organisations: 3, since: null, until: null },
    ]);
  },
);

test('ATTENTION-2 ATTENTION-5 an Auditee, and a product API that does not count it, have no list and no error', async () => {
  const { orgs } = system.platform;
  const read = async (user: 'audA' | 'adm') =>
    (await system.signIn(user)).graphql(`{ viewer { organisation { id attention { kind } } } }`);
  const nothing = { errors: [], data: { viewer: { organisation: { id: String(orgs.A), attention: null } } } };
  expect(await read('audA')).toMatchObject(nothing);
  if (mode === 'off') expect(await read('adm')).toMatchObject(nothing);
});

test('ATTENTION-4 the list of organisations is filtered by a kind that the role sees', async () => {
  const document = 'query($kind: AttentionKind!) { organisations(filter: { attention: $kind }) { totalCount } }';
  const unavailable = mode === 'off' ? 'CAPABILITY_UNAVAILABLE' : undefined;
  const tab = await system.signIn('arc');
  const overdue = await tab.graphql(document, { kind: 'OVERDUE_ASSESSMENTS' });
  expect(overdue.code).toBe(unavailable);
  if (mode === 'on') expect(overdue.data.organisations).toEqual({ totalCount: 0 });
  expect((await tab.graphql(document, { kind: 'EXPIRING_API_KEYS' })).code).toBe('FORBIDDEN');
});

testWith('on', 'HARDEN-9 a missing record of a domain is pending, and at its domain', async () => {
  const { db, orgs, now } = system.platform;
  const [ent_org_id, at] = [orgs.A, now()];
  const settings = { client_id: 'c', tenant_id: 't', client_secret_sealed: 'x', updated_at: at };
  await db
    .insertInto('sso')
    .values({ ...settings, ent_org_id })
    .execute();
  const domain = { domain: 'a.example', token: 'x', created_at: at, verified_at: at, record_missing_since: at };
  await db
    .insertInto('sso_domain')
    .values({ ...domain, ent_org_id })
    .execute();
  const document = `{ viewer { pendingItems { kind } organisation {
    attention { kind } singleSignOn { domains { recordMissingSince } }
  } } }`;
  const { errors, data } = await (await system.signIn('orgA')).graphql(document);
  const items = [{ kind: 'MISSING_DOMAIN_RECORDS' }];
  const organisation = { attention: items, singleSignOn: { domains: [{ recordMissingSince: at.toISOString() }] } };
  expect([errors, data.viewer]).toEqual([[], { pendingItems: items, organisation }]);
});
