import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { password, startTestSystem, type TestSystem } from '../testing/system.ts';

const manifest = new URL('../../../web/src/gql/persisted-documents.json', import.meta.url);
const documents = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>);
function hashOf(name: string): string {
  const [hash] = documents.find(([, text]) => new RegExp(`(query|mutation) ${name}\\b`).test(text)) ?? [];
  if (hash === undefined) throw new Error(`the console has no ${name}`);
  return hash;
}

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
  beforeAll(async () => {
    system = await startTestSystem({ settings: { OPERATIONS: operations } });
  });
  beforeEach(async () => {
    await system.reset();
    tab = system.client();
  });
  afterAll(() => system.close());

  test('DESIGN-9 an operation of the console is run by its hash, with the names of types', async () => {
    const { data, errors } = await byHash(tab, hashOf('LeadOn'));
    expect([errors, data]).toEqual([[], { viewer: null }]);
    const refused = await byHash(tab, hashOf('ForgotPasswordPage_Request'), {
      variables: { email: 'nobody@x.example' },
    });
    expect(refused.data.requestPasswordReset.__typename).toBe('RequestPasswordResetPayload');
  });

  test('DESIGN-9 the text that comes along with a known hash is not looked at', async () => {
    const { data } = await byHash(tab, hashOf('LeadOn'), { query: '{ lookups { industries { id } } }' });
    expect(data).toEqual({ viewer: null });
  });

  test('DESIGN-9 a query by its hash is answered as its text is, faults included', async () => {
    const one = system.client();
    const input = { email: system.platform.users.orgA.email, password };
    expect((await byHash(one, hashOf('SignIn_Login'), { variables: { input } })).errors).toEqual([]);
    const organisation = (id: unknown) => ({ variables: { id } });
    const { A, B } = system.platform.orgs;
    for (const [name, more] of [
      ['LeadOn', {}],
      ['LeadOn', { operationName: 'Another' }],
      ['OrganisationPage', organisation(A)],
      ['OrganisationPage', organisation(B)],
      ['OrganisationPage', organisation({})],
      ['OrganisationPage', { variables: [] }],
    ] as const) {
      const hash = hashOf(name);
      const [known, text] = await Promise.all([byHash(one, hash, more), byHash(one, hash, more, { accept: '*/*' })]);
      const plain = ({ text, setCookies, headers }: typeof known) => [
        text.replace(/"requestId":"[^"]*"/g, ''),
        setCookies,
        { ...headers, date: '', 'content-type': '' },
      ];
      expect(plain(known)).toEqual(plain(text));
    }
  });

  test('T1 the rules about other sites hold for them too', async () => {
    tab.cookies.set('__Host-console', 'x');
    expect((await byHash(tab, hashOf('LeadOn'), {}, { 'x-csrf-guard': undefined })).status).toBe(403);
  });

  test('DESIGN-9 a hash that is unknown, or nonsense, asks for the text', async () => {
    for (const hash of ['sha256:0', null, { a: 1 }, '__proto__']) {
      const answer = await byHash(tab, hash);
      expect([answer.status, answer.errors[0]?.message]).toEqual([200, 'PersistedQueryNotFound']);
    }
  });

  test(`GQL-11 a text of somebody else is ${open ? 'run' : 'refused, however it comes'}`, async () => {
    const get = () =>
      tab.send('GET', `/graphql?query=${encodeURIComponent(text)}`, { headers: { 'x-csrf-guard': '1' } });
    const answers = [await tab.graphql(text), await byHash(tab, 'sha256:0', { query: text }), await get()];
    for (const { status, data, code } of answers)
      expect([status, data, code]).toEqual(
        open ? [200, { __typename: 'Query' }, undefined] : [403, undefined, 'FORBIDDEN'],
      );
  });
});
