import { type Action, decideAccess, roles } from '@console/contract/access';
import { fieldActions } from '@console/contract/field-access';
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

/** A field with a call of its own that is missing fails the test. */
const { Organisation: ofOrganisation, Query: ofQuery } = fieldActions;
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
    const asked: [query: string, place: (typeof places)[number]][] = [
      ['organisations { totalCount }', 'own'],
      [`users(filter: { organisationId: "${idOf('own')}" }) { totalCount }`, 'own'],
      [`user(id: "${users.disA.id}") { id }`, 'own'],
      [`user(id: "${users.orgB.id}") { id }`, 'foreign'],
      ['user(id: "999999") { id }', 'unknown'],
      ['assessment(id: "999999") { id }', 'unknown'],
      ['organisationInvite(email: "x@unheard.example") { state }', 'own'],
      [`organisationInvite(email: "x@unheard.example", organisationId: "${idOf('foreign')}") { state }`, 'foreign'],
      [`auditEvents(organisationId: "${idOf('own')}") { nodes { id } }`, 'own'],
      [`auditEvents(organisationId: "${idOf('foreign')}") { nodes { id } }`, 'foreign'],
      [`events(organisationId: "${idOf('own')}") { nodes { id } }`, 'own'],
      [`events(organisationId: "${idOf('foreign')}") { nodes { id } }`, 'foreign'],
      // Another product API has none, and answers null.
      ['webhookDeliveries(webhookId: "999999") { id }', mode === 'on' ? 'unknown' : 'own'],
      [`verifyActivity(organisationId: "${idOf('own')}") { whole }`, 'own'],
      [`verifyActivity(organisationId: "${idOf('foreign')}") { whole }`, 'foreign'],
      [`overview(organisationId: "${idOf('own')}") { countedAt }`, 'own'],
      [`overview(organisationId: "${idOf('foreign')}") { countedAt }`, 'foreign'],
      ['externalUser(userId: "999999") { id }', 'unknown'],
      // Another product API has none, and answers null.
      ['bulkJob(id: "999999") { id }', mode === 'on' ? 'unknown' : 'own'],
      // Of another organisation nothing is found.
      [`recentBulkJobs(organisationId: "${idOf('foreign')}") { id }`, 'own'],
    ];
    for (const [query, place] of asked) {
      const action = ofQuery[/^\w+/.exec(query)?.[0] ?? ''];
      if (!action) throw new Error(`${query} needs nothing`);
      const { code } = await tab.graphql(`{ ${query} }`);
      const decision = decided(action, place === 'unknown' ? idOf('own') : idOf(place));
      const expected = refusal[decision] ?? (place === 'unknown' ? 'NOT_FOUND' : undefined);
      expect([query, code]).toEqual([query, expected]);
    }
    const named = [...asked.map(([query]) => /^\w+/.exec(query)?.[0]), 'organisation'];
    const forAll = [
      'apiKeyRequests',
      'viewer',
      'multiFactor',
      'singleSignOn',
      'passwordReset',
      'onboarding',
      'lookups',
    ];
    const guarded = fieldsOf('Query').filter(({ name }) => !forAll.includes(name));
    expect([...new Set(named)].sort()).toEqual(guarded.map(({ name }) => name).sort());
    expect(Object.keys(ofQuery).sort()).toEqual(guarded.map(({ name }) => name).sort());
  });
});
