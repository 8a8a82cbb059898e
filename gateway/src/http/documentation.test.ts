import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { startTestSystem, type TestSystem } from '../testing/system.ts';

const sdl = readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8');
const schemaQuery = '{ __schema { queryType { name } } }';
const html = { accept: 'text/html,*/*;q=0.8', 'x-csrf-guard': undefined, 'x-console-page': undefined };
const json = { accept: 'application/json', 'x-csrf-guard': undefined, 'x-console-page': undefined };

let webDir: string;
let system: TestSystem;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'console-docs-'));
  for (const folder of ['sandbox', 'docs/start']) await mkdir(join(webDir, folder), { recursive: true });
  await writeFile(join(webDir, 'index.html'), '<head></head><div id="root"></div>');
  for (const page of ['sandbox', 'docs', 'docs/start']) await writeFile(join(webDir, page, 'index.html'), `<p>${page}`);
});
afterEach(() => system.close());
afterAll(() => rm(webDir, { recursive: true }));

const startWith = async (settings: Record<string, string>) => {
  system = await startTestSystem({ webDir, settings });
};
const signedIn = { INTROSPECTION: 'signed-in', SANDBOX: 'signed-in', DOCS: 'signed-in' };
const paths = ['/docs/', '/docs/start/', '/schema.graphql', '/graphql'];
const get = (path: string, by: TestClient = system.client(), headers: object = html) =>
  by.send('GET', path, { headers: { ...headers } });
const statuses = (by?: TestClient, headers?: object) =>
  Promise.all(paths.map(async (path) => (await get(path, by, headers)).status));

test('DOC-1 DOC-2 for all: pages, sandbox and schema without a session, stored only to be asked about again', async () => {
  await startWith({ INTROSPECTION: 'on', DOCS: 'on', SANDBOX: 'all' });
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const page = await get('/docs/start/');
  expect([page.text, page.headers['cache-control']]).toEqual(['<p>docs/start', 'no-cache']);
  expect(page.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self';");
  const moved = await get('/docs');
  expect([moved.status, moved.headers.location]).toEqual([301, '/docs/']);
  const schema = await get('/schema.graphql');
  expect([schema.text, schema.headers['content-type']]).toEqual([sdl, 'text/plain; charset=utf-8']);
  const again = await get('/schema.graphql', undefined, { ...json, 'if-none-match': schema.headers.etag });
  expect([again.status, again.text]).toEqual([304, '']);
  const packed = await get('/schema.graphql', undefined, { ...json, 'accept-encoding': 'gzip, br' });
  expect([packed.headers['content-encoding'], Number(packed.headers['content-length']) < sdl.length / 3]).toEqual([
    'br',
    true,
  ]);
});

test('DOC-2 DOC-3 for signed-in callers: a browser is led to the sign-in, a program gets 401', async () => {
  await startWith(signedIn);
  expect(await statuses()).toEqual([302, 302, 302, 302]);
  expect((await get('/docs/')).headers).toMatchObject({
    location: '/login?next=%2Fdocs%2F',
    'cache-control': 'no-store',
  });
  for (const path of ['/docs/', '/schema.graphql']) {
    const { status, code, text } = await get(path, undefined, json);
    expect([path, status, code, text.includes('<')]).toEqual([path, 401, 'UNAUTHENTICATED', false]);
  }
  const unsealed = system.client();
  unsealed.cookies.set('__Host-console', 'not-ours');
  expect(await statuses(unsealed)).toEqual([302, 302, 302, 302]);
});

test('DOC-2 DOC-3 for signed-in callers: the cookie of a session, until it has ended', async () => {
  await startWith(signedIn);
  const tab = await system.signIn('audA');
  system.upstream.requests.length = 0;
  expect(await statuses(tab)).toEqual([200, 200, 200, 200]);
  const { headers, setCookies } = await get('/docs/', tab);
  expect([headers['cache-control'], setCookies]).toEqual(['private, no-cache', []]);
  expect(String(headers.vary)).toMatch(/authorization, cookie/);
  expect((await tab.graphql(schemaQuery)).data.__schema.queryType.name).toBe('Query');
  system.platform.moveClock(13 * 3_600_000);
  expect(await statuses(tab)).toEqual([302, 302, 302, 302]);
});

test('SESSIONTIME-7 DOC-3 the cookie of a session that the product API has ended opens no page for signed-in callers', async () => {
  await startWith(signedIn);
  const tab = await system.signIn('audA');
  const { db, users, now } = system.platform;
  await db.updateTable('session').set({ ended_at: now() }).where('ent_usr_id', '=', users.audA.id).execute();
  expect(await statuses(tab)).toEqual([302, 302, 302, 302]);
});

test('DOC-2 DOC-3 for signed-in callers: an API key that the product API accepts, a point each', async () => {
  await startWith({ ...signedIn, KEY_POINTS_PER_MINUTE: '8' });
  const authorization = `Bearer ${await system.integrationKey('audA', ['read'])}`;
  expect(await statuses(undefined, { ...json, authorization })).toEqual([200, 200, 200, 400]);
  const asked = await system.client().graphql(schemaQuery, {}, { authorization });
  expect([asked.status, asked.errors]).toEqual([200, []]);
  const later = [];
  for (let time = 0; time < 9; time += 1) later.push(await get('/docs/', undefined, { ...json, authorization }));
  expect(later.at(-1)).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    headers: { 'retry-after': expect.any(String) },
  });
  const unknown = { authorization: 'Bearer unknown-key-of-a-program' };
  for (const path of ['/docs/', '/schema.graphql'])
    expect([path, (await get(path, undefined, { ...json, ...unknown })).status]).toEqual([path, 401]);
  const refused = await system.client().graphql(schemaQuery, {}, unknown);
  expect([refused.status, refused.code, refused.data]).toEqual([401, 'UNAUTHENTICATED', undefined]);
});

test.each([schemaQuery, '{ viewer { user { id } } ...S } fragment S on Query { __type(name: "User") { name } }'])(
  'DOC-2 for signed-in callers: without a session %s is refused and sends no call, other queries are answered',
  async (query) => {
    await startWith(signedIn);
    for (const _time of [1, 2]) {
      const { status, code, data } = await system.client().graphql(query);
      expect([status, code, data]).toEqual([401, 'UNAUTHENTICATED', undefined]);
    }
    expect(system.upstream.requests).toEqual([]);
    expect((await system.client().graphql('{ viewer { user { id } } __typename }')).data).toEqual({
      viewer: null,
      __typename: 'Query',
    });
  },
);

test('DOC-1 DOC-4 off: 404 as JSON for pages and schema, no sandbox, and no page of the console in their place', async () => {
  await startWith({ INTROSPECTION: 'off', SANDBOX: 'off', DOCS: 'off' });
  const tab = await system.signIn('adm');
  for (const path of ['/docs', '/docs/', '/docs/start', '/schema.graphql']) {
    const { status, text } = await get(path, tab);
    expect([path, status, text]).toEqual([path, 404, '{"message":"Not found."}']);
  }
  expect((await get('/graphql')).status).toBe(400);
  expect((await tab.graphql(schemaQuery)).status).toBe(400);
});

test('DOC-4 a path below /docs that is no page is 404 as JSON', async () => {
  await startWith({});
  for (const path of ['/docs/nothing', '/docs/start/x/', '/docs/..%2findex.html', '/docs/%2e%2e/index.html'])
    expect([path, (await get(path)).text.includes('<')]).toEqual([path, false]);
  expect((await get('/docs/nothing')).status).toBe(404);
});

test('DOC-11 while the pages are being made every path says so and reloads; then they are served without a restart', async () => {
  const made = await mkdtemp(join(tmpdir(), 'console-docs-'));
  await writeFile(join(made, 'index.html'), '<head></head><div id="root"></div>');
  let isBeingMade = true;
  system = await startTestSystem({
    webDir: made,
    isDocumentationBeingMade: () => isBeingMade,
    settings: { DOCS: 'on' },
  });
  await mkdir(join(made, 'docs'));
  await writeFile(join(made, 'docs/index.html'), '<p>docs');
  for (const path of ['/docs', '/docs/', '/docs/start/']) {
    const { status, headers, text } = await get(path);
    expect([path, status, headers['retry-after'], headers['cache-control']]).toEqual([path, 503, '3', 'no-store']);
    expect(text).toContain('The documentation is being prepared.');
    expect(text).toContain('<meta http-equiv="refresh" content="3">');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
  isBeingMade = false;
  expect([(await get('/docs/')).text, (await get('/docs/start/')).status]).toEqual(['<p>docs', 404]);
  await rm(made, { recursive: true });
});

test('DOC-3 DOC-11 only callers who may read the documentation learn that it is being prepared', async () => {
  system = await startTestSystem({ webDir, isDocumentationBeingMade: () => true, settings: { DOCS: 'signed-in' } });
  expect((await get('/docs/')).status).toBe(302);
  expect((await get('/docs/', undefined, json)).status).toBe(401);
  await system.close();
  system = await startTestSystem({ webDir, isDocumentationBeingMade: () => true, settings: { DOCS: 'off' } });
  expect((await get('/docs/')).status).toBe(404);
});
