import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeOperations } from '@console/contract/probe-operations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { password, startTestSystem, type TestSystem } from '../testing/system.ts';
import { operationManifestFile } from './persisted-operations.ts';

/** Texts as the code generator writes them for the console. */
const texts = {
  Viewer: 'query Viewer { viewer { user { id } } }',
  Organisation: `query Organisation($id: ID!) { organisation(id: $id) { ...Name_organisation @unmask } }
    fragment Name_organisation on Organisation { id brandName }`,
  Login:
    'mutation Login($input: LoginInput!) { login(input: $input) { ... on LoginSuccess { viewer { user { id } } } } }',
  RequestReset: 'mutation RequestReset($email: String!) { requestPasswordReset(email: $email) { email } }',
};
const hashOf = (name: keyof typeof texts): string => createHash('sha256').update(texts[name]).digest('hex');

const byHash = (tab: TestClient, sha256Hash: unknown, more: object = {}, headers = {}) =>
  tab.send('POST', '/graphql', {
    body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash } }, ...more }),
    headers,
  });
const text = '{ __typename }';

describe.each([
  ['any', true],
  ['registered', false],
])('OPERATIONS=%s', (operations, open) => {
  let system: TestSystem;
  let tab: TestClient;
  let webDir: string;
  beforeAll(async () => {
    webDir = await mkdtemp(join(tmpdir(), 'console-web-'));
    await writeFile(join(webDir, 'index.html'), '<div id="root"></div>');
    const manifest = Object.entries(texts).map(([name, document]) => [hashOf(name as keyof typeof texts), document]);
    await writeFile(join(webDir, operationManifestFile), JSON.stringify(Object.fromEntries(manifest)));
    system = await startTestSystem({ webDir, settings: { OPERATIONS: operations } });
  });
  beforeEach(async () => {
    await system.reset();
    tab = system.client();
  });
  afterAll(async () => {
    await system.close();
    await rm(webDir, { recursive: true });
  });

  test('DESIGN-9 an operation of the console is executed by its hash, with __typename', async () => {
    const { data, errors } = await byHash(tab, hashOf('Viewer'));
    expect([errors, data]).toEqual([[], { viewer: null }]);
    const refused = await byHash(tab, hashOf('RequestReset'), {
      variables: { email: 'unknown@x.example' },
    });
    expect(refused.data.requestPasswordReset.__typename).toBe('RequestPasswordResetPayload');
  });

  test('PROBE-1 the operations of the probe are executed, and the log names them', async () => {
    system.logs.length = 0;
    const sha256Hash = createHash('sha256').update(probeOperations.read).digest('hex');
    const { data, errors } = await byHash(tab, sha256Hash, { query: probeOperations.read });
    expect([errors, data]).toEqual([[], { viewer: null }]);
    await expect.poll(() => system.logs.join('')).toContain('"operation":"ProbeRead"');
  });

  test('LOG-1 the log names an operation of the console', async () => {
    system.logs.length = 0;
    await byHash(tab, hashOf('Viewer'));
    await expect.poll(() => system.logs.join('')).toContain('"operation":"Viewer"');
  });

  test('DESIGN-9 the text that comes with a known hash is ignored', async () => {
    const { data } = await byHash(tab, hashOf('Viewer'), { query: '{ lookups { industries { id } } }' });
    expect(data).toEqual({ viewer: null });
  });

  test('DESIGN-9 a query by its hash has the result of its text, errors included', async () => {
    const one = system.client();
    const input = { email: system.platform.users.orgA.email, password };
    expect((await byHash(one, hashOf('Login'), { variables: { input } })).errors).toEqual([]);
    const organisation = (id: unknown) => ({ variables: { id } });
    const { A, B } = system.platform.orgs;
    for (const [name, more] of [
      ['Viewer', {}],
      ['Viewer', { operationName: 'Another' }],
      ['Organisation', organisation(A)],
      ['Organisation', organisation(B)],
      ['Organisation', organisation({})],
      ['Organisation', { variables: [] }],
    ] as const) {
      const hash = hashOf(name);
      const [known, text] = await Promise.all([byHash(one, hash, more), byHash(one, hash, more, { accept: '*/*' })]);
      const plain = ({ text, setCookies, headers }: typeof known) => [
        text.replace(/"requestId":"[^"]*"/g, ''),
        setCookies,
        { ...headers, date: '', 'content-type': '', 'x-request-id': '' },
      ];
      expect(plain(known)).toEqual(plain(text));
    }
  });

  test('T1 the cross-site checks apply to them too', async () => {
    tab.cookies.set('__Host-console', 'x');
    expect((await byHash(tab, hashOf('Viewer'), {}, { 'x-csrf-guard': undefined })).status).toBe(403);
  });

  test('DESIGN-9 an unknown or invalid hash requests the text', async () => {
    for (const hash of ['sha256:0', null, { a: 1 }, '__proto__']) {
      const answer = await byHash(tab, hash);
      expect([answer.status, answer.errors[0]?.message]).toEqual([200, 'PersistedQueryNotFound']);
    }
  });

  test('DESIGN-9 the manifest itself is not served', async () => {
    expect((await tab.send('GET', `/${operationManifestFile}`)).status).toBe(404);
  });

  test(`GQL-11 the text of another client is ${open ? 'executed' : 'refused in every form'}`, async () => {
    const get = () =>
      tab.send('GET', `/graphql?query=${encodeURIComponent(text)}`, { headers: { 'x-csrf-guard': '1' } });
    const answers = [await tab.graphql(text), await byHash(tab, 'sha256:0', { query: text }), await get()];
    for (const { status, data, code } of answers)
      expect([status, data, code]).toEqual(
        open ? [200, { __typename: 'Query' }, undefined] : [403, undefined, 'FORBIDDEN'],
      );
  });
});
