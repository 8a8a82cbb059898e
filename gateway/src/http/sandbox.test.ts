import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../testing/system.ts';

let system: TestSystem;
let webDir: string;
const page = '<!doctype html><script type="module" src="/assets/sandbox-1a2b.js"></script>';
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'console-sandbox-'));
  await mkdir(join(webDir, 'sandbox'));
  await writeFile(join(webDir, 'index.html'), '<div id="root"></div>');
  await writeFile(join(webDir, 'sandbox/index.html'), page);
  system = await startTestSystem({ webDir });
});
beforeEach(() => system.reset());
afterAll(async () => {
  await system.close();
  await rm(webDir, { recursive: true });
});

const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'x-csrf-guard': undefined,
  'x-console-page': undefined,
  origin: undefined,
  'sec-fetch-site': 'none',
};
const open = (address = '/graphql', of = system) => of.client().send('GET', address, { headers: browser });

test('GQL-4 a browser that opens the endpoint gets the sandbox with its own policy and without caching', async () => {
  const { status, text, headers } = await open();
  expect([status, text]).toEqual([200, page]);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  expect(String(headers.vary)).toContain('Accept');
});

test.each([
  ['a mutation', 'mutation { logout { viewer { user { id } } } }'],
  ['a query', '{ viewer { user { id } } }'],
  ['a page', '"><script>alert(1)</script>'],
])(
  'CASES-8 PROTOCOLS-1.6 with %s in the address nothing is executed, and no cookie set or cleared',
  async (_what, query) => {
    const tab = await system.signIn('orgA');
    system.upstream.requests.length = 0;
    for (const more of [{}, { 'apollo-require-preflight': '1' }, { cookie: '__Host-console=not-ours' }]) {
      const { text, setCookies } = await tab.send('GET', `/graphql?query=${encodeURIComponent(query)}`, {
        headers: { ...browser, ...more },
      });
      expect([text, setCookies]).toEqual([page, []]);
    }
    expect(system.upstream.requests).toEqual([]);
    expect((await tab.graphql('{ viewer { user { email } } }')).data.viewer.user.email).toBe('orga@a.example');
  },
);

test('GQL-4 programs are answered as before: by GET, and by POST whatever they accept', async () => {
  const get = await system.client().send('GET', '/graphql?query=%7B__typename%7D');
  expect(get.data).toEqual({ __typename: 'Query' });
  const tab = await system.signIn('orgA');
  const post = await tab.graphql('{ __typename }', {}, { accept: 'application/json, text/html;q=0.1' });
  expect(post.data).toEqual({ __typename: 'Query' });
});

test('GQL-4 the page is at no other address', async () => {
  for (const address of ['/sandbox/index.html', '/graphql/', '/sandbox/', '/graphql/x'])
    expect([address, (await open(address)).text === page]).toEqual([address, false]);
});

test.each<[string, object]>([
  ['closed', { settings: { SANDBOX: 'off' } }],
  ['not built', {}],
])('GQL-4 DESIGN-7 a sandbox that is %s is not there', async (what, options) => {
  const other = await startTestSystem({ ...options, ...(what === 'closed' ? { webDir } : {}) });
  const { status, text } = await open('/graphql', other);
  expect(status).toBe(400);
  expect(text).not.toContain('<script');
  expect((await open('/sandbox/index.html', other)).status).toBe(404);
  await other.close();
});
