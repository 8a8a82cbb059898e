import type { UserName } from '@console/platform/testing/fixtures';
import { type GraphQLField, getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { expect, test } from 'vitest';
import { loadSchema } from './graphql/schema.ts';
import { authenticatorAppMutations } from './testing/authenticator-app-mutations.ts';
import { bulkMutations } from './testing/bulk-mutations.ts';
import {
  adoptDocument,
  changePasswordDocument,
  encryptDocument,
  programHeaders,
  requestResetDocument,
  resetPasswordDocument,
  switchDocument,
  updateProfileDocument,
} from './testing/documents.ts';
import { startExportDocument } from './testing/exports.ts';
import { invitationMutations } from './testing/invitation-mutations.ts';
import { keyMutations } from './testing/key-mutations.ts';
import { mappingMutations } from './testing/mapping-mutations.ts';
import { organisationMutations } from './testing/organisation-mutations.ts';
import { passkeyMutations } from './testing/passkey-mutations.ts';
import { securityMutations } from './testing/security-mutations.ts';
import {
  completeSingleSignOnDocument,
  completeTestDocument,
  confirmDocument,
  confirmSingleSignOnDocument,
  ssoMutationNames,
  startConfirmationDocument,
  startSingleSignOnDocument,
  startTestDocument,
} from './testing/sso-mutations.ts';
import { loginDocument, logoutDocument, mode, password, sendOtpDocument, useTestSystem } from './testing/system.ts';
import { auditMutations, tabExtensions, tabMutations } from './testing/tab-mutations.ts';
import { goodProfile, userMutations } from './testing/user-mutations.ts';

const schema = loadSchema();
const system = useTestSystem({ signsInAnew: true });

type Field = GraphQLField<unknown, unknown>;
const fieldsOf = (name: string): Field[] => {
  const type = schema.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};
/** A field with what it must be given, and the type's name where it is no leaf. */
const asked = ({ name, args, type }: Field, id: string | number): string => {
  const given = args
    .filter(isRequiredArgument)
    .map((arg) => `${arg.name}: ${arg.name === 'email' ? '"a@b.c"' : `"${id}"`}`);
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${isLeafType(getNamedType(type)) ? '' : ' { __typename }'}`;
};

/** Queries for anonymous callers (GQL-13). */
const open = ['viewer', 'multiFactor', 'singleSignOn', 'lookups', 'passwordReset', 'onboarding'];
/** What an Auditee is refused: everything of /T and /U. A field that is in no list fails the test until it is decided. */
const refusedToAuditees = {
  Query: [
    'auditEvents',
    'events',
    'verifyActivity',
    'bulkJob',
    'recentBulkJobs',
    'user',
    'users',
    'organisations',
    'overview',
    'organisationInvite',
    'externalUser',
    'assessment',
  ],
  Organisation: [
    'users',
    'activeUserCount',
    'apiKeys',
    'auditEvents',
    'invitations',
    'organiserCandidates',
    'seniorManagement',
    'externalUsers',
    'mappings',
    'assessments',
    'models',
    'sso',
    'singleSignOn',
    'signInRules',
    'config',
    'auditRetentionDays',
  ],
  User: ['auditEvents', 'duties', 'invitation', 'responder'],
};
const fresh = { password: 'Brand-new-passw0rd', passwordConfirmation: 'Brand-new-passw0rd' };
const reset = { ...fresh, email: 'a@b.c', token: 'unknown' };
const change = { ...fresh, currentPassword: password };
const ids = () => [system.platform.orgs.A, system.platform.orgs.B, '999999'];

test('GQL-13 without a key or session everything but the public fields is UNAUTHENTICATED', async () => {
  for (const field of fieldsOf('Query')) {
    const { code } = await system.client().graphql(`{ ${asked(field, 1)} }`);
    expect([field.name, code]).toEqual([field.name, open.includes(field.name) ? undefined : 'UNAUTHENTICATED']);
  }
});

/** About what is one's own, or about an organisation: each has tests of its own. */
const decidedLater = ['organisation', 'apiKeyRequests'];

test('CASES-31 ROLE-5 every field of /T and /U is FORBIDDEN to an Auditee for own, foreign and unknown ids alike', async () => {
  const tab = await system.signIn('audA');
  for (const field of fieldsOf('Query').filter(({ name }) => !open.includes(name) && !decidedLater.includes(name)))
    for (const id of ids()) {
      const { data, code } = await tab.graphql(`{ ${asked(field, id)} }`);
      expect([field.name, data?.[field.name] ?? null, code]).toEqual([field.name, null, 'FORBIDDEN']);
    }
  expect(
    fieldsOf('Query')
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...open, ...decidedLater, ...refusedToAuditees.Query].sort());
});

/** Of what a product API without extensions does not have. */
const ofExtension = mode === 'on' ? undefined : 'CAPABILITY_UNAVAILABLE';

/** The error codes of mutations for an anonymous caller and for a program with an API key. */
const mutations: [document: string, variables: object, anonymous: string | undefined, program: string | undefined][] = [
  [logoutDocument, {}, undefined, 'FORBIDDEN'],
  [sendOtpDocument, { email: 'a@b.c' }, 'TOKEN_INVALID', 'FORBIDDEN'],
  [loginDocument, { input: { email: 'a@b.c', password: 'x' } }, undefined, 'FORBIDDEN'],
  [adoptDocument, {}, undefined, 'FORBIDDEN'],
  [startSingleSignOnDocument, { input: { email: 'a@b.c' } }, ofExtension, 'FORBIDDEN'],
  [completeSingleSignOnDocument, { input: { state: 'x' } }, ofExtension, 'FORBIDDEN'],
  [confirmSingleSignOnDocument, { input: { token: 'x' } }, ofExtension ?? 'TOKEN_INVALID', 'FORBIDDEN'],
  [startConfirmationDocument, {}, 'UNAUTHENTICATED', 'FORBIDDEN'],
  [confirmDocument, { input: { state: 'x' } }, 'UNAUTHENTICATED', 'FORBIDDEN'],
  [startTestDocument, { input: { organisationId: '1' } }, 'UNAUTHENTICATED', 'FORBIDDEN'],
  [completeTestDocument, { input: { state: 'x' } }, 'UNAUTHENTICATED', 'FORBIDDEN'],
  [switchDocument, { id: 'auditor' }, 'UNAUTHENTICATED', 'FORBIDDEN'],
  [encryptDocument, { data: 'x' }, 'UNAUTHENTICATED', undefined],
  [requestResetDocument, { email: 'a@b.c' }, undefined, undefined],
  [resetPasswordDocument, { input: reset }, 'TOKEN_INVALID', 'TOKEN_INVALID'],
  [updateProfileDocument, { input: goodProfile }, 'UNAUTHENTICATED', undefined],
  [changePasswordDocument, { input: change }, 'UNAUTHENTICATED', 'FORBIDDEN'],
  [
    startExportDocument,
    { input: { list: 'ALL_USERS', format: 'CSV', arguments: '{}' } },
    'UNAUTHENTICATED',
    'FORBIDDEN',
  ],
];
const nameOf = (document: string) => /\{\s*(\w+)/.exec(document)?.[1] ?? '';

test('GQL-13 PROTOCOLS-1.15 every mutation is decided for anonymous callers and for programs', async () => {
  // The mutations on users and organisations are checked in users/user-mutations-access.test.ts, organisations/organisation-mutations-access.test.ts, mappings/mapping-access.test.ts, assessments/tabs-access.test.ts, audit/audit.test.ts, keys/keys.test.ts, passkeys/passkeys.test.ts, security/security.test.ts, security/authenticator-app.test.ts, invitations/invitations.test.ts, bulk/bulk.test.ts and sso/single-sign-on.test.ts.
  expect(
    [
      ...mutations.map(([document]) => nameOf(document)),
      ...Object.keys(userMutations),
      ...Object.keys(organisationMutations),
      ...Object.keys(mappingMutations),
      ...Object.keys(tabMutations),
      ...Object.keys(tabExtensions),
      ...Object.keys(auditMutations),
      ...Object.keys(keyMutations),
      ...Object.keys(passkeyMutations),
      ...Object.keys(securityMutations),
      ...Object.keys(authenticatorAppMutations),
      ...Object.keys(invitationMutations),
      ...Object.keys(bulkMutations),
      ...ssoMutationNames,
    ].sort(),
    'a mutation has a `sample` in contract/src/mutations.ts, or is sent by gateway/src/testing/…-mutations.ts',
  ).toEqual(
    fieldsOf('Mutation')
      .map(({ name }) => name)
      .sort(),
  );
  const apiKey = await system.integrationKey('audA');
  for (const [document, variables, anonymous, program] of mutations) {
    const { code } = await system.client().graphql(document, variables);
    expect([nameOf(document), code]).toEqual([nameOf(document), anonymous]);
    const bearer = await system.client().graphql(document, variables, programHeaders(apiKey));
    expect([nameOf(document), bearer.code, bearer.setCookies]).toEqual([nameOf(document), program, []]);
  }
});

test.each<UserName>(['adm', 'arc', 'orgA', 'assA', 'audA'])(
  'ROLE-5 PROFILE-6 %s may switch, encrypt, change the own profile and password',
  async (user) => {
    const tab = await system.signIn(user);
    expect((await tab.graphql('{ lookups { subscribedModules { id } } }')).errors).toEqual([]);
    // Changing the password comes last: it signs out.
    const own = mutations.filter(
      ([document, , anonymous]) =>
        anonymous === 'UNAUTHENTICATED' &&
        ![startExportDocument, startTestDocument, completeTestDocument].includes(document),
    );
    for (const [document, variables] of own) {
      const { errors } = await tab.graphql(document, variables);
      const isExtension = document === startConfirmationDocument || document === confirmDocument;
      const expected = isExtension && mode === 'off' ? ['CAPABILITY_UNAVAILABLE'] : [];
      expect([nameOf(document), errors.map(({ extensions: { code } }) => code)]).toEqual([nameOf(document), expected]);
    }
  },
);

test.each([
  ['Organisation', 'viewer { organisation { # } }', ['viewer', 'organisation']],
  ['User', 'viewer { user { # } }', ['viewer', 'user']],
] as const)(
  'CASES-31 ROLE-5 of the own %s an Auditee is refused exactly what belongs to /U',
  async (type, document, place) => {
    const tab = await system.signIn('audA');
    const refused = [];
    for (const field of fieldsOf(type)) {
      const { data, errors } = await tab.graphql(`{ ${document.replace('#', asked(field, 1))} }`);
      if (errors.length === 0) continue;
      expect(errors[0]?.extensions.code).toBe('FORBIDDEN');
      expect(place.reduce((value, key) => value[key], data)).toEqual({ [field.name]: null });
      refused.push(field.name);
    }
    expect(refused.sort()).toEqual([...refusedToAuditees[type]].sort());
  },
);

test.each<UserName>(['orgA', 'assA', 'audA'])(
  'CASES-26 CASES-27 NAV-11 to %s every field of another organisation is NOT_FOUND, as of an unknown one',
  async (user) => {
    const tab = await system.signIn(user);
    for (const field of fieldsOf('Organisation')) {
      const answers = [];
      for (const id of [system.platform.orgs.B, '999999']) {
        const { status, data, errors } = await tab.graphql(
          'query($id: ID!) { organisation(id: $id) { # } }'.replace('#', asked(field, 1)),
          { id },
        );
        answers.push([status, data, errors.map(({ message, extensions: { code } }) => [message, code])]);
      }
      expect(answers[0]).toEqual([200, { organisation: null }, [['Not found', 'NOT_FOUND']]]);
      expect(answers[1]).toEqual(answers[0]);
    }
  },
);

test.each<UserName>(['orgA', 'assA'])(
  'CASES-26 CASES-27 %s reaches nothing of another organisation by REST either',
  async (user) => {
    const { apiKey: key } = await system.platform.signIn(user);
    const paths = ['org_detail', 'active_user_list', 'inactive_user_list'].map((name) => `/consoles/${name}?org_id=`);
    for (const path of paths) {
      const [own, foreign, unknown] = await Promise.all(
        ids().map((id) => system.platform.call(`GET ${path}${id}`, { key })),
      );
      expect([path, own?.statusCode, foreign?.statusCode]).toEqual([path, 200, 404]);
      expect([foreign?.statusCode, foreign?.body]).toEqual([unknown?.statusCode, unknown?.body]);
    }
    const detail = '/consoles/get_user_detail_by_id?user_id=';
    const foreign = await system.platform.call(`GET ${detail}${system.platform.users.orgB.id}`, { key });
    const unknown = await system.platform.call(`GET ${detail}999999`, { key });
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body]);
    expect((await system.platform.call('GET /consoles/org_list', { key })).statusCode).toBe(403);
  },
);
