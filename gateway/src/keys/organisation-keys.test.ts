import { addOrganisationKey } from '@console/platform/testing/users';
import { beforeEach, expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import {
  newOrganisationKey,
  organisationKeyFields,
  organisationKeyMutationNames,
  sendOrganisationKeyMutation,
} from '../testing/organisation-key-mutations.ts';
import { password, testWith, useTestSystem, viewerDocument } from '../testing/system.ts';
import { createUserDocument, goodUser } from '../testing/user-mutations.ts';

const system = useTestSystem();
let tab: TestClient;
let organisationId: number;
beforeEach(async () => {
  tab = await system.signIn('orgA');
  organisationId = system.platform.orgs.A;
  system.upstream.requests.length = 0;
});

const listDocument = `query($id: ID!) { organisation(id: $id) {
  viewerCanCreateApiKeys apiKeyRoles { role scopes } organisationApiKeys { ${organisationKeyFields} } } }`;
const list = async (by = tab) => (await by.graphql(listDocument, { id: organisationId })).data.organisation;
const create = async (more: object = {}) =>
  (await sendOrganisationKeyMutation(tab, 'createOrganisationApiKey', newOrganisationKey(organisationId, more))).data
    .createOrganisationApiKey;
const ask = (secret: string, document: string, variables = {}, headers = {}) =>
  system.client().graphql(document, variables, { ...programHeaders(secret), ...headers });

testWith(
  'on',
  'ORGKEY-11 a key of an organisation is created, listed without its secret, rotated and revoked',
  async () => {
    const { apiKey, secret } = await create();
    expect(system.upstream.requests.at(-1)).toMatchObject({
      path: '/consoles/ext/create_organisation_key',
      body: { organisationId: String(organisationId), role: 'ASSESSOR', scopes: ['USERS_WRITE'], lifetime: 'DAYS_90' },
    });
    expect(apiKey).toMatchObject({
      purpose: 'INTEGRATION',
      role: 'ASSESSOR',
      scopes: ['READ', 'USERS_WRITE'],
      status: 'ACTIVE',
      createdBy: { id: String(system.platform.users.orgA.id), email: 'orga@a.example' },
    });
    const { organisationApiKeys, apiKeyRoles, viewerCanCreateApiKeys } = await list();
    expect([organisationApiKeys, viewerCanCreateApiKeys]).toEqual([[apiKey], true]);
    expect(JSON.stringify(organisationApiKeys)).not.toContain(secret.slice(13));
    expect(apiKeyRoles.map(({ role }: { role: string }) => role)).toEqual(['ORGANISER', 'ASSESSOR', 'AUDITEE']);
    expect(apiKeyRoles.at(-1).scopes).toEqual(['READ']);
    const input = { id: apiKey.id };
    const proved = { ...input, currentPassword: password };
    const rotated = (await sendOrganisationKeyMutation(tab, 'rotateOrganisationApiKey', proved)).data
      .rotateOrganisationApiKey;
    expect([rotated.rotated.status, rotated.apiKey.status]).toEqual(['ROTATED', 'ACTIVE']);
    const revoked = await sendOrganisationKeyMutation(tab, 'revokeOrganisationApiKey', input);
    expect(revoked.data.revokeOrganisationApiKey.apiKey.status).toBe('REVOKED');
    const users = `{ organisation(id: ${organisationId}) { users(first: 1) { totalCount } } }`;
    expect((await ask(secret, users)).code).toBe('UNAUTHENTICATED');
    expect((await ask(rotated.secret, users)).data.organisation.users.totalCount).toBeGreaterThan(0);
  },
);

testWith('on', 'ORGKEY-11 a key for SCIM is UNAUTHENTICATED at GraphQL', async () => {
  const scim = { purpose: 'SCIM', role: undefined, scopes: undefined };
  const { apiKey, secret } = await create(scim);
  expect(apiKey).toMatchObject({ purpose: 'SCIM', role: null, scopes: [], viewerCanViewRequests: false });
  for (const document of [viewerDocument, listDocument, '{ organisations(first: 1) { totalCount } }']) {
    const variables = document === listDocument ? { id: organisationId } : {};
    expect((await ask(secret, document, variables)).code).toBe('UNAUTHENTICATED');
  }
});

testWith(
  'on',
  'ORGKEY-12 a program with a key of an organisation creates a user once for an idempotency key',
  async () => {
    const { key: secret, id } = await addOrganisationKey(system.platform.db, organisationId);
    const input = { ...goodUser, organisationId, email: 'once@a.example' };
    const send = () => ask(secret, createUserDocument, { input }, { 'idempotency-key': 'once' });
    const [first, again] = [await send(), await send()];
    expect(first.errors).toEqual([]);
    expect(again.data).toEqual(first.data);
    const document = `query($id: ID!) { organisation(id: $id) { auditEvents(filter: { actions: [USERS_CREATE] }) {
    nodes { sentence way actor { kind name roleKey user { id } apiKeyName } } } } }`;
    const { nodes } = (await tab.graphql(document, { id: organisationId })).data.organisation.auditEvents;
    expect(nodes).toEqual([
      {
        sentence: expect.stringMatching(/^API key nightly sync created /),
        way: 'KEY',
        actor: {
          kind: 'KEY',
          name: 'API key nightly sync',
          roleKey: 'ORGANISER',
          user: null,
          apiKeyName: 'nightly sync',
        },
      },
    ]);
    const events = await ask(secret, '{ events(first: 10) { nodes { type actor { kind userId apiKeyId } } } }');
    expect(events.data.events.nodes).toContainEqual({
      type: 'USER_CREATED',
      actor: { kind: 'KEY', userId: null, apiKeyId: String(id) },
    });
  },
);

const person = 'This API key belongs to an organisation. Sign in, or use an API key of your own.';

testWith(
  'on',
  'ORGKEY-12 what needs a person is FORBIDDEN for a key of an organisation, with a text that says so',
  async () => {
    const { key: secret } = await addOrganisationKey(system.platform.db, organisationId);
    const profile = { firstName: 'Ada', lastName: 'Lovelace' };
    const answers = [
      await ask(secret, viewerDocument),
      await ask(secret, 'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }', {
        input: profile,
      }),
    ];
    expect(answers.map(({ code, errors }) => [code, errors[0]?.message])).toEqual(
      answers.map(() => ['FORBIDDEN', person]),
    );
  },
);

testWith('off', 'ORGKEY-11 a product API without our extensions has no keys of organisations', async () => {
  expect(await list()).toEqual({ viewerCanCreateApiKeys: false, apiKeyRoles: [], organisationApiKeys: null });
  for (const name of organisationKeyMutationNames) {
    const input = name === 'createOrganisationApiKey' ? newOrganisationKey(organisationId) : { id: 1 };
    expect([name, (await sendOrganisationKeyMutation(tab, name, input)).code]).toEqual([
      name,
      'CAPABILITY_UNAVAILABLE',
    ]);
  }
});
