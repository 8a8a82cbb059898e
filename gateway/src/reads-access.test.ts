import { type Action, decideAccess, roles } from '@console/contract/access';
import type { UserName } from '@console/platform/testing/fixtures';
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { loadSchema } from './graphql/schema.ts';
import { mode, useTestSystem } from './testing/system.ts';

const system = useTestSystem();

const schema = loadSchema();
const fieldsOf = (name: string) => {
  const type = schema.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};

/** What reading a field of an organisation takes, beside seeing the organisation. A field with a call of its own that is missing here fails the test. */
const ofOrganisation: Record<string, Action> = {
  activeUserCount: 'users:view',
  users: 'users:view',
  externalUsers: 'users:view',
  organiserCandidates: 'organisations:changeOrganiser',
  seniorManagement: 'organisations:viewSeniorManagement',
  mappings: 'mappings:view',
  assessments: 'assessments:view',
  models: 'assessments:view',
  sso: 'sso:view',
  singleSignOn: 'sso:view',
  signInRules: 'sso:view',
  config: 'config:view',
  auditEvents: 'audit:view',
  auditRetentionDays: 'audit:view',
  invitations: 'users:view',
  webhooks: 'webhooks:view',
};
const costly = fieldsOf('Organisation').filter(({ astNode }) =>
  astNode?.directives?.some(({ name }) => name.value === 'perObjectCall'),
);
const people: Record<(typeof roles)[number]['key'], UserName> = {
  ADMINISTRATOR: 'adm',
  ARCHITECT: 'arc',
  ORGANISER: 'orgA',
  ASSESSOR: 'assA',
  AUDITEE: 'audA',
};
const refusal = { allowed: undefined, forbidden: 'FORBIDDEN', notFound: 'NOT_FOUND' } as const;
const places = ['own', 'foreign', 'unknown'] as const;
const idOf = (place: (typeof places)[number]) =>
  ({ own: String(system.platform.orgs.A), foreign: String(system.platform.orgs.B), unknown: '999999' })[place];

test('ROLE-5 GQL-2 every field with a call of its own is decided', () => {
  // permissions.test.ts compares blockedBy with what the mutations answer.
  const decided = [...Object.keys(ofOrganisation), 'blockedBy'];
  expect(decided.sort()).toEqual(costly.map(({ name }) => name).sort());
});

describe.each(roles.map(({ key }) => key))('%s', (key) => {
  const decided = (action: Action, id: string) =>
    decideAccess({ role: key, organisationId: String(system.platform.orgs.A) }, action, id);

  test.each(places)(
    'ROLE-5 NAV-17 CASES-31 may read of an organisation that is %s what the table says',
    async (place) => {
      const tab = await system.signIn(people[key]);
      const id = idOf(place);
      const seen = decided('organisations:view', id);
      for (const { name, type } of costly) {
        const deeper = isLeafType(getNamedType(type)) ? '' : ' { __typename }';
        const { data, errors } = await tab.graphql(
          `query($id: ID!) { organisation(id: $id) { id ${name}${deeper} } }`,
          { id },
        );
        const codes = new Set(errors.map(({ extensions: { code } }) => code));
        const action = ofOrganisation[name];
        const expected =
          place === 'unknown' || seen !== 'allowed'
            ? (refusal[seen] ?? 'NOT_FOUND')
            : action && refusal[decided(action, id)];
        expect([name, place, ...codes]).toEqual([name, place, ...(expected ? [expected] : [])]);
        if (expected) expect(data.organisation?.[name] ?? null).toBeNull();
      }
    },
  );

  test('ROLE-5 NAV-17 may ask the queries of the root what the table says', async () => {
    const tab = await system.signIn(people[key]);
    const { users } = system.platform;
    const asked: [query: string, action: Action, place: (typeof places)[number]][] = [
      ['organisations { totalCount }', 'organisations:list', 'own'],
      [`users(filter: { organisationId: "${idOf('own')}" }) { totalCount }`, 'users:list', 'own'],
      [`user(id: "${users.disA.id}") { id }`, 'users:view', 'own'],
      [`user(id: "${users.orgB.id}") { id }`, 'users:view', 'foreign'],
      ['user(id: "999999") { id }', 'users:view', 'unknown'],
      ['assessment(id: "999999") { id }', 'assessments:view', 'unknown'],
      ['organisationInvite(email: "x@unheard.example") { state }', 'mappings:invite', 'own'],
      [
        `organisationInvite(email: "x@unheard.example", organisationId: "${idOf('foreign')}") { state }`,
        'mappings:invite',
        'foreign',
      ],
      [`auditEvents(organisationId: "${idOf('own')}") { nodes { id } }`, 'audit:view', 'own'],
      [`auditEvents(organisationId: "${idOf('foreign')}") { nodes { id } }`, 'audit:view', 'foreign'],
      [`events(organisationId: "${idOf('own')}") { nodes { id } }`, 'audit:view', 'own'],
      [`events(organisationId: "${idOf('foreign')}") { nodes { id } }`, 'audit:view', 'foreign'],
      // Another product API has none, and answers null.
      ['webhookDeliveries(webhookId: "999999") { id }', 'webhooks:view', mode === 'on' ? 'unknown' : 'own'],
      [`verifyActivity(organisationId: "${idOf('own')}") { whole }`, 'audit:view', 'own'],
      [`verifyActivity(organisationId: "${idOf('foreign')}") { whole }`, 'audit:view', 'foreign'],
      [`overview(organisationId: "${idOf('own')}") { countedAt }`, 'overview:view', 'own'],
      [`overview(organisationId: "${idOf('foreign')}") { countedAt }`, 'overview:view', 'foreign'],
      ['externalUser(userId: "999999") { id }', 'users:mapExternal', 'unknown'],
      // Another product API has none, and answers null.
      ['bulkJob(id: "999999") { id }', 'users:view', mode === 'on' ? 'unknown' : 'own'],
      // Of another organisation nothing is found.
      [`recentBulkJobs(organisationId: "${idOf('foreign')}") { id }`, 'users:view', 'own'],
    ];
    for (const [query, action, place] of asked) {
      const { code } = await tab.graphql(`{ ${query} }`);
      const decision = decided(action, place === 'unknown' ? idOf('own') : idOf(place));
      const expected = refusal[decision] ?? (place === 'unknown' ? 'NOT_FOUND' : undefined);
      expect([query, code]).toEqual([query, expected]);
    }
    const named = asked.map(([query]) => /^\w+/.exec(query)?.[0]);
    const guarded = fieldsOf('Query').filter(
      ({ name }) =>
        !['viewer', 'multiFactor', 'singleSignOn', 'passwordReset', 'onboarding', 'lookups', 'organisation'].includes(
          name,
        ),
    );
    expect(guarded.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
  });
});
