import { keysCalls } from '@console/contract/calls/keys';
import type { UserName } from '@console/platform/testing/fixtures';
import { beforeEach, expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { confirmKey, createKey, keyFields, revokeKey, rotateKey, suspendKeys } from '../testing/key-mutations.ts';
import { testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const day = 24 * 60 * 60_000;

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('orgA');
  system.upstream.requests.length = 0;
});

const ownKeys = async (by = tab, headers = {}) =>
  (await by.graphql(`{ viewer { apiKeyScopes apiKeys { ${keyFields} } } }`, {}, headers)).data.viewer;
const organisationKeys = (by: TestClient, org: 'A' | 'B' = 'A') =>
  by.graphql(
    'query($id: ID!) { organisation(id: $id) { viewerCanViewApiKeys apiKeys { id viewerCanRevoke viewerCanRotate } } }',
    {
      id: system.platform.orgs[org],
    },
  );
const create = async (more: object = {}, by = tab) => (await createKey(by, more)).data.createApiKey;
const viewerOf = (secret: string) => system.client().graphql(viewerDocument, {}, programHeaders(secret));

testWith(
  'on',
  'DESIGN-8 a created key is answered with its text, is listed without it, and signs a program in',
  async () => {
    const { apiKey, secret } = await create({ name: ' Nightly sync ' });
    expect(apiKey).toEqual({
      id: expect.any(String),
      name: 'Nightly sync',
      prefix: secret.slice(0, 12),
      scopes: ['READ', 'USERS_WRITE'],
      status: 'ACTIVE',
      createdAt: system.platform.now().toISOString(),
      expiresAt: new Date(system.platform.now().getTime() + 90 * day).toISOString(),
      lastUsedAt: null,
      owner: { id: String(system.platform.users.orgA.id), email: 'orga@a.example' },
      viewerCanRotate: true,
      viewerCanRevoke: true,
      viewerCanConfirm: false,
    });
    expect(await ownKeys()).toEqual({
      apiKeyScopes: ['READ', 'USERS_WRITE', 'MAPPINGS_WRITE', 'SSO_WRITE', 'SENSITIVE_WRITE'],
      apiKeys: [apiKey],
    });
    expect((await viewerOf(secret)).data.viewer.user.email).toBe('orga@a.example');
  },
);

testWith('on', 'DESIGN-8 a revoked key is UNAUTHENTICATED in the next request', async () => {
  const { apiKey, secret } = await create();
  expect((await viewerOf(secret)).code).toBeUndefined();
  const { data } = await revokeKey(tab, apiKey.id);
  expect(data.revokeApiKey.apiKey).toMatchObject({ status: 'REVOKED', viewerCanRotate: false, viewerCanRevoke: false });
  expect((await viewerOf(secret)).code).toBe('UNAUTHENTICATED');
  expect((await revokeKey(tab, apiKey.id)).data.revokeApiKey.apiKey.status).toBe('REVOKED');
});

testWith('on', 'DESIGN-8 what is refused is named, and not sent', async () => {
  const refused = await createKey(tab, { scopes: ['CONFIG_WRITE'] });
  expect(refused.errors).toMatchObject([
    {
      message: 'Your role does not allow you to give a key the scope config:write.',
      extensions: { code: 'FORBIDDEN' },
    },
  ]);
  const { errors } = await createKey(tab, { name: ' ' });
  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path: 'name' }] });
  expect((await createKey(tab, { name: 'x'.repeat(101) })).code).toBe('INVALID');
  expect((await rotateKey(tab, '999999')).code).toBe('NOT_FOUND');
  expect((await revokeKey(tab, 'no id')).code).toBe('NOT_FOUND');
  expect((await createKey(system.client())).code).toBe('UNAUTHENTICATED');
  expect(system.upstream.sent(keysCalls.createKey.path)).toEqual([]);
});

testWith(
  'on',
  'DESIGN-8 Organisers and Administrators see and revoke the keys of the organisation, others do not',
  async () => {
    const { apiKey, secret } = await create({}, await system.signIn('assA'));
    const seen = {
      viewerCanViewApiKeys: true,
      apiKeys: [{ id: apiKey.id, viewerCanRevoke: true, viewerCanRotate: false }],
    };
    expect((await organisationKeys(tab)).data.organisation).toEqual(seen);
    expect((await organisationKeys(await system.signIn('adm'))).data.organisation).toEqual(seen);
    for (const user of ['arc', 'assA', 'audA'] satisfies UserName[]) {
      const { data, code } = await organisationKeys(await system.signIn(user));
      expect([user, data.organisation, code]).toEqual([
        user,
        { viewerCanViewApiKeys: false, apiKeys: null },
        'FORBIDDEN',
      ]);
    }
    expect((await revokeKey(await system.signIn('audA'), apiKey.id)).code).toBe('FORBIDDEN');
    expect((await revokeKey(await system.signIn('orgB'), apiKey.id)).code).toBe('NOT_FOUND');
    expect((await viewerOf(secret)).code).toBeUndefined();
    expect((await revokeKey(tab, apiKey.id)).code).toBeUndefined();
    expect((await viewerOf(secret)).code).toBe('UNAUTHENTICATED');
  },
);

testWith('on', 'SIGNIN-54 a suspended key is refused until an Organiser confirms it, not its owner', async () => {
  const { users } = system.platform;
  const owner = await system.signIn('assA');
  const { apiKey, secret } = await create({}, owner);
  await suspendKeys(system, users.assA.id);
  expect((await viewerOf(secret)).code).toBe('UNAUTHENTICATED');
  const suspended = { status: 'SUSPENDED', viewerCanRotate: false, viewerCanRevoke: true };
  expect((await ownKeys(owner)).apiKeys).toMatchObject([{ ...suspended, viewerCanConfirm: false }]);
  const ofOrganisation = `query($id: ID!) { organisation(id: $id) { apiKeys { ${keyFields} } } }`;
  const { data } = await tab.graphql(ofOrganisation, { id: system.platform.orgs.A });
  expect(data.organisation.apiKeys).toMatchObject([{ ...suspended, viewerCanConfirm: true }]);
  expect((await confirmKey(owner, apiKey.id)).code).toBe('FORBIDDEN');
  expect((await confirmKey(tab, apiKey.id, {}, 'wrong')).code).toBe('WRONG_PASSWORD');
  expect((await confirmKey(tab, 'no id')).code).toBe('NOT_FOUND');
  const confirmed = (await confirmKey(tab, apiKey.id)).data.confirmApiKey.apiKey;
  expect(confirmed).toMatchObject({ id: apiKey.id, status: 'ACTIVE', viewerCanConfirm: false });
  expect((await viewerOf(secret)).code).toBeUndefined();
});

testWith('on', 'DESIGN-8 the list is read with the caller in one wave, for a key too', async () => {
  const { secret } = await create();
  await tab.graphql('{ viewer { apiKeyScopes } }');
  system.upstream.requests.length = 0;
  const waves = await system.upstream.wavesOf(async () => {
    await system.client().graphql('{ viewer { user { id } } }', {}, programHeaders(secret));
  });
  expect([waves, system.upstream.requests.length]).toEqual([1, 1]);
});

testWith(
  'on',
  'DESIGN-8 an answer without the text of the key is a failure, and unreadable rows are left out',
  async () => {
    system.upstream.script(keysCalls.createKey.path, { body: { key: { id: 1, name: 'x' } } });
    expect((await createKey(tab)).code).toBe('UPSTREAM_BAD_RESPONSE');
    const owner = { id: 5, email: 'a@a.example' };
    const odd = {
      id: 7,
      name: 'odd',
      scopes: ['read', 'unknown'],
      expires_at: 'never',
      revoked_at: null,
      ent_usr: owner,
    };
    system.upstream.script(keysCalls.keys.path, { body: { keys: [{ id: 6 }, null, odd] } });
    expect((await ownKeys()).apiKeys).toMatchObject([
      {
        id: '7',
        prefix: null,
        scopes: ['READ'],
        status: 'ACTIVE',
        expiresAt: null,
        createdAt: null,
        viewerCanRotate: false,
      },
    ]);
  },
);

testWith(
  'off',
  'DESIGN-8 with a product API without calls for keys the lists are null and nothing is sent',
  async () => {
    expect(await ownKeys()).toEqual({ apiKeyScopes: null, apiKeys: null });
    expect((await organisationKeys(tab)).data.organisation).toEqual({ viewerCanViewApiKeys: true, apiKeys: null });
    expect((await createKey(tab)).code).toBe('CAPABILITY_UNAVAILABLE');
    expect((await revokeKey(tab, '1')).code).toBe('CAPABILITY_UNAVAILABLE');
  },
);
