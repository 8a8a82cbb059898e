import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../testing/system.ts';

let system: TestSystem;
let webDir: string;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'console-web-'));
  await mkdir(join(webDir, 'assets'));
  await writeFile(
    join(webDir, 'index.html'),
    '<head><meta name="style-nonce" content="__STYLE_NONCE__"></head><div id="root"></div>',
  );
  await writeFile(join(webDir, 'favicon.svg'), '<svg/>');
  await writeFile(join(webDir, 'assets/main-1a2b.js'), 'run()');
  await writeFile(join(webDir, 'assets/main-1a2b.js.br'), brotliCompressSync('run()'));
  const manifest = {
    'index.html': { file: 'assets/main-1a2b.js', isEntry: true, imports: ['_console.js'] },
    '_console.js': { file: 'assets/console.js' },
    '_form.js': { file: 'assets/form.js', imports: ['_console.js'], css: ['assets/form.css'] },
    'login.tsx': { file: 'assets/login.js', imports: ['_console.js'], css: ['assets/login.css'] },
    'other.tsx': { file: 'assets/other.js', css: ['assets/other.css'] },
    'wizard.tsx': { file: 'assets/wizard.js', imports: ['_form.js'], dynamicImports: ['later.tsx'] },
    'users.tsx': { file: 'assets/users.js', css: ['assets/users.css'] },
    'later.tsx': { file: 'assets/later.js' },
  };
  await mkdir(join(webDir, '.vite'));
  await writeFile(join(webDir, '.vite/manifest.json'), JSON.stringify(manifest));
  const pages = [
    { path: '/login', guarded: false, modules: ['login.tsx'] },
    { path: '/O/:orgId', guarded: true, modules: ['other.tsx'] },
    { path: '/O/create', guarded: true, modules: ['wizard.tsx'] },
    { path: '/O/:orgId/user', guarded: true, modules: ['users.tsx', 'other.tsx'] },
  ];
  await writeFile(join(webDir, 'pages.json'), JSON.stringify(pages));
  system = await startTestSystem({ webDir, settings: { IMAGE_HOSTS: 'images.example' } });
});
beforeEach(() => system.reset());
afterAll(async () => {
  await system.close();
  await rm(webDir, { recursive: true });
});

const get = (path: string, headers = {}) => system.client().send('GET', path, { headers });
const policyOf = (headers: Record<string, unknown>) => String(headers['content-security-policy']);

describe('the console', () => {
  test.each(['/', '/login?next=/U', '/O/42', '/org-onboard?token=canary-in-address', '/a/b/c'])(
    'LOGIN-1 T19 %s opens the page without caching',
    async (path) => {
      const { status, text, headers } = await get(path);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(text).toContain('<div id="root">');
    },
  );

  test.each([
    ['/O/42/?tab=sso', '/O/42?tab=sso'],
    ['/U//', '/U/'],
    ['/.well-known/change-password', '/profile?tab=password'],
  ])('REALUSE-8 %s leads to %s', async (path, target) => {
    const { status, headers } = await get(path);
    expect([status === 308 || status === 302, headers.location]).toEqual([true, target]);
  });

  test('REALUSE-8 an address of /.well-known that is not served is 404, and no slash leads to another site', async () => {
    expect((await get('/.well-known/openid-configuration')).status).toBe(404);
    for (const path of ['//evil.example/', '/\\evil.example/']) {
      const { status, headers } = await get(path);
      expect([status, headers.location]).toEqual([200, undefined]);
    }
  });

  test.each([
    '/login?next=//evil.example',
    '/login?next=https://evil.example',
    '/login?redirect=https://evil.example&source=console',
    '/login?redirect=module:unknown',
    '/login?sessionToken=x&source=documenter',
  ])('CASES-11 CASES-12 %s is a page like any other: the server does not redirect', async (path) => {
    const { status, headers, setCookies, text } = await get(path);
    expect([status, headers.location, headers.refresh, setCookies]).toEqual([200, undefined, undefined, []]);
    expect(text).not.toContain('evil');
  });

  test('T2 the page has a strict policy with a new style nonce in each answer', async () => {
    const pages = await Promise.all([get('/'), get('/')]);
    const nonces = pages.map(({ text, headers }) => {
      const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? '';
      expect(nonce).toMatch(/^[\w+/=]{22,}$/);
      expect(policyOf(headers)).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: images.example; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'`,
      );
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('LOGIN-1 T2 the page has the brand as meta elements, escaped, and its policy the host of the logo', async () => {
    const settings = {
      BRAND_NAME: '"><script>alert(1)</script> $& & Co',
      BRAND_LOGO_URL: 'https://cdn.example/logo.svg',
      BRAND_COLOR: '#14315e',
    };
    const branded = await startTestSystem({ webDir, settings });
    const { text, headers } = await branded.client().send('GET', '/login');
    await branded.close();
    expect(text).toContain(
      '<meta name="brand-name" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; &amp; Co"><meta name="brand-logo" content="https://cdn.example/logo.svg"><meta name="brand-color" content="#14315e">',
    );
    expect(policyOf(headers)).toContain("img-src 'self' data: https://cdn.example;");
    const { text: plain } = await get('/login');
    expect(plain).toContain('<meta name="brand-name" content="Console">');
    expect(plain).not.toMatch(/brand-(logo|color)/);
  });

  const asked = (text: string) => [...text.matchAll(/assets\/(\w+)\.js/g)].map(([, name]) => name);
  const cookie = '__Host-console=any';

  test.each([
    ['/login?next=/U', '', ['login'], ['login']],
    ['/O/create', cookie, ['wizard', 'form'], ['form']],
    ['/O/42', cookie, ['other'], ['other']],
    ['/O/42/user?page=2', cookie, ['users', 'other'], ['users', 'other']],
    ['/O/42/nothing', cookie, [], []],
    ['/Login', '', [], []],
  ])(
    'SHELL-13 the page at %s names the scripts and styles of its route with all they import, and of no other',
    async (path, sent, scripts, styles) => {
      const { text } = await get(path, { cookie: sent });
      expect(asked(text)).toEqual(scripts);
      for (const name of scripts)
        expect(text).toContain(`<link rel="modulepreload" crossorigin href="/assets/${name}.js">`);
      const named = [...text.matchAll(/<link rel="stylesheet" crossorigin href="\/assets\/(\w+)\.css">/g)];
      expect(named.map(([, name]) => name)).toEqual(styles);
    },
  );

  test('SHELL-1 without a session a guarded page preloads the scripts of the sign-in page, except for a link from another site', async () => {
    expect(asked((await get('/O/42')).text)).toEqual(['login']);
    expect(asked((await get('/O/42', { 'sec-fetch-site': 'cross-site' })).text)).toEqual(['other']);
  });

  test('DESIGN-9 a hashed file is sent precompressed to clients that accept it', async () => {
    const small = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const plain = await get('/assets/main-1a2b.js', { 'accept-encoding': 'identity' });
    expect([plain.text, plain.headers['content-encoding']]).toEqual(['run()', undefined]);
    for (const file of ['/pages.json', '/.vite/manifest.json']) expect((await get(file)).status).toBe(404);
  });

  test('RELIABILITY-F33 T19 hashed assets are cached for a year, other files are revalidated, missing ones are 404', async () => {
    const asset = await get('/assets/main-1a2b.js');
    expect([asset.status, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    const icon = await get('/favicon.svg');
    expect([icon.status, icon.headers['cache-control']]).toEqual([200, 'no-cache']);
    for (const path of [
      '/assets/gone-1a2b.js',
      '/assets/',
      '/assets/x',
      '/gone.js',
      '/files/x',
      '/health/x',
      '/export/x',
      '/sso/logout/x',
      '/scim/x',
      '/index.html',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await system.client().send('POST', '/O')).status).toBe(404);
  });

  test.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '/assets/%00'])(
    'T19 %s leads nowhere outside',
    async (path) => {
      const { status, text } = await get(path);
      expect(text).not.toContain('"dependencies"');
      expect(status === 200 ? text.includes('<div id="root">') : status < 500).toBe(true);
    },
  );

  test.each(['/', '/graphql', '/health/live', '/assets/main-1a2b.js', '/gone.js', '/%E0%A4%A'])(
    'T2 T6 SECURITY-4.4 %s has the security headers',
    async (path) => {
      const { headers } = await get(path);
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
      expect(policyOf(headers)).toContain("default-src 'none'");
      for (const name of ['strict-transport-security', 'access-control-allow-origin', 'x-powered-by', 'server'])
        expect(headers).not.toHaveProperty(name);
    },
  );

  test('T2 with an https address the response has Strict-Transport-Security', async () => {
    const https = await startTestSystem({ settings: { PUBLIC_URL: 'https://console.example' } });
    const { headers } = await https.client().send('GET', '/health/live');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    await https.close();
  });

  test('T21 the log has no address with its query, and no header', async () => {
    await get('/login?sessionToken=canary-in-address', { 'x-a': 'canary-in-header', cookie: 'c=canary-in-cookie' });
    const request = () => system.logs.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request');
    await expect.poll(request).toMatchObject({ requestId: expect.any(String) });
    expect(system.logs.join('')).not.toContain('canary');
  });
});

describe('/files/{id}', () => {
  const id = 'abcdefghijklmnopqrstuv';
  const png = { body: 'PNG', headers: { 'content-type': 'image/png' } };

  test('DESIGN-4 returns an image to a signed-in user without the page secret, with its own policy', async () => {
    const tab = await system.signIn('orgA');
    tab.page = null;
    system.upstream.script(`/files/${id}`, png);
    const answer = await tab.send('GET', `/files/${id}`, { headers: { 'x-csrf-guard': undefined, origin: undefined } });
    expect([answer.status, answer.text, answer.setCookies]).toEqual([200, 'PNG', []]);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const [sent] = system.upstream.sent(`/files/${id}`);
    expect(sent?.headers).toMatchObject({ 'x-key-use': 'session', 'api-key': expect.any(String) });
    expect(sent?.headers).not.toHaveProperty('access-token');
  });

  test('DESIGN-4 returns nothing to others without a call', async () => {
    system.upstream.script(`/files/${id}`, png);
    expect((await get(`/files/${id}`)).status).toBe(404);
    const tab = await system.signIn('orgA');
    await tab.graphql('mutation { logout { viewer { user { id } } } }');
    expect((await tab.send('GET', `/files/${id}`)).status).toBe(404);
    expect(system.upstream.sent(`/files/${id}`)).toEqual([]);
  });

  test.each(['short', 'abcdefghijklmnopqrstu%2f', '..%2f..%2fconsoles', `${id}x`])(
    'T20 asks for nothing with the id %s',
    async (bad) => {
      const tab = await system.signIn('orgA');
      system.upstream.requests.length = 0;
      expect((await tab.send('GET', `/files/${bad}`)).status).toBe(404);
      expect(system.upstream.requests).toEqual([]);
    },
  );
});
