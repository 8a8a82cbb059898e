import { expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });

const path = '/system/ent_orgs/logos/7/logo.gif';
const gif = { body: `GIF89a${'x'.repeat(40)}`, headers: { 'content-type': 'image/gif' } };
const document = '{ viewer { user { logoUrl } organisation { logo { name url } icon { url } } } }';

/** The URL that the console gets for a logo with this URL. */
async function logoOf(url: unknown, tab = system.client(), headers = {}) {
  const logo = typeof url === 'string' ? { file_name: 'logo.gif', url } : url;
  const change = (body: unknown) => ({ org: { ...(body as { org: object }).org, logo, icon: url } });
  system.upstream.script('/consoles/org_detail', { real: true, change });
  const { data, errors } = await tab.graphql(document, {}, headers);
  expect(errors).toEqual([]);
  return data.viewer.organisation.logo?.url ?? null;
}

const encrypted = expect.stringMatching(/^\/files\/[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);

test('DESIGN-4 ORG-19 a logo of the product API’s own origin is served from ours, with the caller’s key', async () => {
  const tab = await system.signIn('orgA');
  for (const address of [path, `${system.upstream.origin}${path}`, 'system/ent_orgs/logos/7/logo.gif']) {
    const url = await logoOf(address, tab);
    expect(url).toEqual(encrypted);
    expect(await logoOf(address, tab)).toBe(url);
    system.upstream.script(path, gif);
    const answer = await tab.send('GET', url);
    expect([answer.status, answer.text, answer.setCookies]).toEqual([200, gif.body, []]);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'private, max-age=300',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const again = await tab.send('GET', url, { headers: { 'if-none-match': String(answer.headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  }
  const [sent] = system.upstream.sent(path);
  expect(sent?.headers).toMatchObject({ 'api-key': expect.any(String), 'x-key-use': 'session' });
  expect(sent?.headers).not.toHaveProperty('access-token');
});

test('DESIGN-4 SHELL-6 icon and account menu show them as well, with the query of their address', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script('/tasks/api_user_detail', {
    real: true,
    change: (body) => ({
      user: { ...(body as { user: object }).user, ent_org: { logo_url: '/logo.gif?1767' }, logo_url: null },
    }),
  });
  system.upstream.script('/logo.gif', gif);
  await logoOf('/icon.gif', tab);
  const { data } = await tab.graphql(document);
  expect([data.viewer.user.logoUrl, data.viewer.organisation.icon.url]).toEqual([encrypted, encrypted]);
  expect((await tab.send('GET', data.viewer.user.logoUrl)).status).toBe(200);
  expect(system.upstream.sent('/logo.gif')[0]?.query).toEqual({ '1767': '' });
});

test('DESIGN-4 a URL is valid for its caller only, until the session ends', async () => {
  const [mine, other] = [await system.signIn('orgA'), await system.signIn('assA')];
  const url = await logoOf(path, mine);
  system.upstream.script(path, gif);
  expect((await mine.copy().send('GET', url)).status).toBe(200);
  expect((await other.send('GET', url)).status).toBe(404);
  expect((await system.client().send('GET', url)).status).toBe(404);
  const changed = `${url.slice(0, -2)}${url.at(-2) === 'A' ? 'B' : 'A'}${url.at(-1)}`;
  expect((await mine.send('GET', changed)).status).toBe(404);
  await mine.graphql('mutation { logout { viewer { user { id } } } }');
  expect((await mine.send('GET', url)).status).toBe(404);
  expect(system.upstream.sent(path)).toHaveLength(1);
});

test('DESIGN-4 GQL-5 a program fetches it with its key', async () => {
  const headers = programHeaders(await system.integrationKey('orgA'));
  const url = await logoOf(path, system.client(), headers);
  system.upstream.script(path, gif);
  const answer = await system.client().send('GET', url, { headers });
  expect([answer.status, system.upstream.sent(path)[0]?.headers['x-key-use']]).toEqual([200, 'bearer']);
});

test.each([
  ['a page', { body: '<script>', headers: { 'content-type': 'text/html' } }],
  ['a page that is called a picture', { body: '<script>', headers: { 'content-type': 'image/png' } }],
  ['a picture that is called a page', { ...gif, headers: { 'content-type': 'text/html' } }],
  ['a drawing', { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', headers: { 'content-type': 'image/svg+xml' } }],
  ['a redirect', { ...gif, status: 302, headers: { ...gif.headers, location: '/elsewhere.gif' } }],
  ['a failure', { ...gif, status: 500 }],
  ['a refusal', { status: 401, body: {} }],
  ['more than 5 MB', { ...gif, body: gif.body.padEnd(5 * 1024 * 1024 + 1, 'x') }],
  ['a cut connection', { reset: true as const }],
])('DESIGN-4 T14 is 404 when the product API answers with %s, and the session stays', async (_what, fault) => {
  const tab = await system.signIn('orgA');
  const url = await logoOf(path, tab);
  system.upstream.script(path, fault);
  const answer = await tab.send('GET', url);
  expect([answer.status, answer.setCookies, system.upstream.sent('/elsewhere.gif')]).toEqual([404, [], []]);
  expect((await tab.graphql(document)).errors).toEqual([]);
});

test.each([
  ['another origin', 'https://evil.example/logo.gif'],
  ['another origin without a scheme', '//evil.example/logo.gif'],
  ['another port', 'http://127.0.0.1:9/logo.gif'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:image/gif;base64,R0lGODlh'],
  ['a call that changes something', '/consoles/enable_disable_org?org_id=7'],
  ['the same in disguise', '/x/..//CONSOLES/%65nable_disable_org.json?org_id=7'],
  ['an address of 2,001 characters', `/${'x'.repeat(2_000)}`],
  ['no text', { url: 5 }],
])('T20 no picture is fetched from %s', async (_what, address) => {
  const tab = await system.signIn('orgA');
  expect(await logoOf(address, tab)).toBeNull();
});
