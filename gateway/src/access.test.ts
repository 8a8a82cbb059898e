import type { Action } from '@console/contract/access';
import { mutationNames, mutationOf } from '@console/contract/mutations';
import { accessMatrix, viewFields } from '@console/contract/testing/access-matrix';
import { type GraphQLField, getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { describe, expect, test } from 'vitest';
import { fieldActions } from './graphql/field-access.ts';
import { loadSchema } from './graphql/schema.ts';
import { programHeaders } from './testing/documents.ts';
import { mapPaths } from './testing/mapping-mutations.ts';
import { isPossible, sampleOf, sendSample, unknownTarget } from './testing/samples/all.ts';
import { mode, testWith, useTestSystem } from './testing/system.ts';
import { tabPaths } from './testing/tab-mutations.ts';

const schema = loadSchema();
const system = useTestSystem({ signsInAnew: true });

type Field = GraphQLField<unknown, unknown>;
const fieldsOf = (name: string): Field[] => {
  const type = schema.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};
/** A field with its required arguments, and with a selection if it returns an object. */
const asked = ({ name, args, type }: Field): string => {
  const given = args
    .filter(isRequiredArgument)
    .map((arg) => `${arg.name}: ${arg.name === 'email' ? '"a@b.c"' : '"999999"'}`);
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${isLeafType(getNamedType(type)) ? '' : ' { __typename }'}`;
};

/** Queries for anonymous callers (GQL-13), and queries about the caller. */
const open = ['viewer', 'multiFactor', 'singleSignOn', 'lookups', 'passwordReset', 'onboarding'];
const ofOneself = ['apiKeyRequests', 'accessReview', 'accessReviewItems'];
const ofOrganisation: Readonly<Record<string, Action>> = { ...fieldActions.Organisation, apiKeys: 'keys:view' };

/** Fields that only our platform decides: on an external product API they are null. */
const passedOn = [
  'attention',
  'organisationApiKeys',
  'provisioning',
  'accessReviews',
  'accessReviewSeries',
  'selfSetSupervisorCount',
  'reviewEvidenceYears',
  'personErasure',
  'webhooks',
  'webhookDeliveries',
  'bulkJob',
  'recentBulkJobs',
  'verifyActivity',
];
const isAbsent = (name: string) => mode === 'off' && passedOn.includes(name);

const callers = ['adm', 'arc', 'orgA', 'assA', 'audA'] as const;
type Caller = (typeof callers)[number];
const places = ['own', 'foreign', 'unknown'] as const;
type Place = (typeof places)[number];
const idOf = (place: Place) =>
  ({ own: system.platform.orgs.A, foreign: system.platform.orgs.B, unknown: 999_999 })[place];

/** The expected code for an action by the permission matrix; undefined if the action is allowed. */
function refusal(user: Caller, action: string | undefined, place: Place): string | undefined {
  const scope = accessMatrix[action ?? '']?.[callers.indexOf(user)];
  if (scope === '-') return 'FORBIDDEN';
  return place === 'unknown' || (scope === 'o' && place === 'foreign') ? 'NOT_FOUND' : undefined;
}

/** Executes every call with an Administrator's key, as a product API without extensions checks nothing. */
async function checksNothing(): Promise<void> {
  if (mode === 'off') system.upstream.useKey((await system.platform.signIn('adm')).apiKey);
}

test('GQL-13 without a key or session everything but the public fields is UNAUTHENTICATED', async () => {
  for (const field of fieldsOf('Query')) {
    const { code } = await system.client().graphql(`{ ${asked(field)} }`);
    expect([field.name, code]).toEqual([field.name, open.includes(field.name) ? undefined : 'UNAUTHENTICATED']);
  }
});

test('GQL-2 every field with a call of its own and every query takes a permission, is public or about the caller', () => {
  const costly = fieldsOf('Organisation').filter(({ astNode }) =>
    astNode?.directives?.some(({ name }) => name.value === 'perObjectCall'),
  );
  // Another test compares `blockedBy` with the result of the mutation; `allowedAddresses` is null for other roles.
  const decided = [...Object.keys(fieldActions.Organisation), 'blockedBy', 'allowedAddresses'];
  expect(decided.sort()).toEqual(costly.map(({ name }) => name).sort());
  const queries = [...Object.keys(fieldActions.Query), ...open, ...ofOneself];
  expect(queries.sort()).toEqual(
    fieldsOf('Query')
      .map(({ name }) => name)
      .sort(),
  );
});

describe.each(callers)('%s', (user) => {
  test.each(places)(
    'CASES-26 CASES-27 CASES-31 ROLE-5 NAV-11 NAV-17 SSO-1 SSO-2 SSO-7 reads of an organisation that is %s what the matrix says',
    async (place) => {
      const tab = await system.signIn(user);
      await checksNothing();
      const read = (fields: readonly Field[]) =>
        tab.graphql(`query($id: ID!) { organisation(id: $id) { id ${fields.map(asked).join(' ')} } }`, {
          id: idOf(place),
        });
      const hidden = refusal(user, 'organisations:view', place);
      const all = fieldsOf('Organisation');
      if (hidden) {
        for (const fields of [[], all]) {
          const { status, data, errors } = await read(fields);
          expect([status, data, errors.map(({ extensions: { code } }) => code)]).toEqual([
            ...[200, { organisation: null }, [hidden]],
          ]);
        }
        return;
      }
      const isRefused = ({ name }: Field) =>
        !isAbsent(name) && ofOrganisation[name] && refusal(user, ofOrganisation[name], place);
      const refused = all.filter(isRefused);
      system.upstream.requests.length = 0;
      const { data, errors } = await read(refused);
      expect(errors.map(({ path, extensions: { code } }) => [path?.at(-1), code]).sort()).toEqual(
        refused.map(({ name }) => [name, 'FORBIDDEN']).sort(),
      );
      expect(data.organisation).toEqual({
        id: String(idOf(place)),
        ...Object.fromEntries(refused.map(({ name }) => [name, null])),
      });
      for (const path of [tabPaths.tabs, tabPaths.sso, mapPaths.listsOf, mapPaths.accepted])
        expect([path, system.upstream.sent(path)]).toEqual([path, []]);
      const allowed = await read(all.filter((field) => !isRefused(field)));
      expect(allowed.errors).toEqual([]);
      if (mode === 'off') return;
      for (const [field, action] of Object.entries(viewFields))
        expect([field, allowed.data.organisation[field]]).toEqual([field, !refusal(user, action, place)]);
    },
  );

  test('CASES-26 CASES-27 CASES-31 ROLE-5 NAV-17 asks the queries of the root what the matrix says', async () => {
    const tab = await system.signIn(user);
    await checksNothing();
    const { users } = system.platform;
    const inOrganisations = Object.entries({
      auditEvents: 'nodes { id }',
      events: 'nodes { id }',
      verifyActivity: 'whole',
      overview: 'countedAt',
    }).flatMap(([name, selection]) =>
      (['own', 'foreign'] as const).map((place): [string, Place] => [
        `${name}(organisationId: "${idOf(place)}") { ${selection} }`,
        place,
      ]),
    );
    const queries: [query: string, place: Place][] = [
      ...inOrganisations,
      ['organisations { totalCount }', 'own'],
      ['attention { kind }', 'own'],
      ['users { totalCount }', 'own'],
      [`users(filter: { organisationId: "${idOf('own')}" }) { totalCount }`, 'own'],
      [`user(id: "${users.disA.id}") { id }`, 'own'],
      [`user(id: "${users.orgB.id}") { id }`, 'foreign'],
      ['user(id: "999999") { id }', 'unknown'],
      ['assessment(id: "999999") { id }', 'unknown'],
      ['organisationInvite(email: "x@unheard.example") { state }', 'own'],
      [`organisationInvite(email: "x@unheard.example", organisationId: "${idOf('foreign')}") { state }`, 'foreign'],
      [`externalUser(userId: "${users.mfaA.id}", organisationId: "${idOf('foreign')}") { id }`, 'unknown'],
      ['webhookDeliveries(webhookId: "999999") { id }', 'unknown'],
      [`personErasure(userId: "${users.disA.id}") { obstacle }`, 'own'],
      ['personErasure(userId: "999999") { obstacle }', 'unknown'],
      ['bulkJob(id: "999999") { id }', 'unknown'],
      [`recentBulkJobs(organisationId: "${idOf('foreign')}") { id }`, 'foreign'],
    ];
    const nameOf = (query: string) => /^\w+/.exec(query)?.[0] ?? '';
    // No call of the specification lists the users of all organisations.
    const allowed = (query: string) =>
      mode === 'off' && query === 'users { totalCount }' ? 'CAPABILITY_UNAVAILABLE' : undefined;
    for (const [query, place] of queries)
      expect([query, (await tab.graphql(`{ ${query} }`)).code]).toEqual([
        query,
        isAbsent(nameOf(query))
          ? undefined
          : (refusal(user, fieldActions.Query[nameOf(query)], place) ?? allowed(query)),
      ]);
    expect([...new Set([...queries.map(([query]) => nameOf(query)), 'organisation'])].sort()).toEqual(
      Object.keys(fieldActions.Query).sort(),
    );
  });
});

test('CASES-31 ROLE-5 of their own record an Auditee is refused exactly what belongs to /U', async () => {
  const tab = await system.signIn('audA');
  const { data, errors } = await tab.graphql(`{ viewer { user { ${fieldsOf('User').map(asked).join(' ')} } } }`);
  const refused = ['auditEvents', 'duties', 'invitation', 'responder'];
  expect(errors.map(({ path, extensions: { code } }) => [path?.at(-1), code]).sort()).toEqual(
    refused.map((name) => [name, 'FORBIDDEN']),
  );
  expect(data.viewer.user).toMatchObject(Object.fromEntries(refused.map((name) => [name, null])));
});

/** Roles of each viewer permission, in order. */
const rights: Record<string, string> = {
  listOrganisations: '11000',
  createOrganisation: '10000',
  editOwnOrganisation: '10000',
  onboardOrganisation: '00000',
  viewUsers: '11110',
  manageUsers: '11110',
  viewSso: '11110',
  editSso: '11110',
  viewMappings: '11100',
  inviteOrganisations: '10100',
  inviteExternalUsers: '11110',
  mapExternalUsers: '11100',
  viewApiKeys: '10100',
  viewActivity: '11000',
  viewOwnActivity: '11100',
  viewOverview: '11000',
  viewEmailDelivery: '10000',
};
testWith(
  'on',
  'ROLE-5 MAP-16 INVITE-2 XUSER-6 ORG-4 the viewer has the rights of their role in the matrix, without a further call',
  async () => {
    expect(Object.keys(rights)).toEqual(fieldsOf('ViewerPermissions').map(({ name }) => name));
    for (const [place, user] of callers.entries()) {
      const tab = await system.openTab(user);
      const { data } = await tab.graphql(`{ viewer { can { ${Object.keys(rights).join(' ')} } } }`);
      const wanted = Object.entries(rights).map(([name, roles]) => [name, roles[place] === '1']);
      expect([user, data.viewer.can]).toEqual([user, Object.fromEntries(wanted)]);
      expect(system.upstream.sent('/tasks/api_user_detail')).toHaveLength(1);
    }
  },
);

/** Mutations about the caller, and mutations that are allowed depending on the target. */
const withoutPermission = mutationNames.filter((name) => mutationOf(name).action === null);
/** Expected code of a mutation that a product API without extensions lacks. */
const ofExtension = (name: string) => (isPossible(name) ? undefined : 'CAPABILITY_UNAVAILABLE');

test('GQL-13 PROTOCOLS-1.15 every mutation without a permission is decided for anonymous callers and for programs', async () => {
  const apiKey = await system.integrationKey('audA');
  for (const name of withoutPermission) {
    const [anonymous, program] = sampleOf(name).codes ?? ['UNAUTHENTICATED', 'FORBIDDEN'];
    const ofAnonymous = anonymous === 'UNAUTHENTICATED' ? anonymous : (ofExtension(name) ?? anonymous ?? undefined);
    const ofProgram = (mutationOf(name).scopes.length > 0 && ofExtension(name)) || (program ?? undefined);
    const { code } = await sendSample(system.client(), name, unknownTarget);
    expect([name, code]).toEqual([name, ofAnonymous]);
    const bearer = await sendSample(system.client(), name, unknownTarget, programHeaders(apiKey));
    expect([name, bearer.code, bearer.setCookies]).toEqual([name, ofProgram, []]);
  }
});

test.each(callers)('ROLE-5 PROFILE-6 %s may switch, encrypt, change the own profile and password', async (user) => {
  const tab = await system.signIn(user);
  expect((await tab.graphql('{ lookups { subscribedModules { id } } }')).errors).toEqual([]);
  // Changing the password comes last: it signs out.
  const own = [
    'switchModule',
    'encrypt',
    'startSingleSignOnConfirmation',
    'confirmWithSingleSignOn',
    'updateProfile',
    'changePassword',
  ];
  for (const name of own) {
    const { code } = await sendSample(tab, name, unknownTarget);
    expect([name, code]).toEqual([name, ofExtension(name)]);
  }
});
