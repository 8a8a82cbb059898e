import { readFileSync } from 'node:fs';
import { type Setting, StartError } from '@console/server-base/settings';
import { expect, test } from 'vitest';
import { settingList } from './setting-list.ts';
import { readGatewaySettings } from './settings.ts';

const secret = 'x'.repeat(32);
const messageOf = (env: Record<string, string>) => {
  try {
    readGatewaySettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  }
  return 'accepted';
};

test('DESIGN-7 without any setting the gateway serves this machine', () => {
  const settings = readGatewaySettings({});
  expect(settings).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    strictSignIn: false,
    introspection: 'all',
    sandbox: 'all',
    docs: 'all',
    trustProxy: false,
  });
  expect([settings.productApiUrl.href, settings.publicUrl.href]).toEqual([
    'http://127.0.0.1:4100/',
    'http://localhost:3000/',
  ]);
  expect(settings.productApiTimeoutMs).toBeUndefined();
});

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: '70000' }, /^PORT must be a whole number from 1 to 65535 \(it is "70000"\)\.$/],
  [{ PORT: '3e3' }, /^PORT must be/],
  [{ PRODUCT_API_URL: 'ftp://x' }, /^PRODUCT_API_URL must be an http or https URL/],
  [{ PRODUCT_API_URL: 'https://a:b@x' }, /^PRODUCT_API_URL must be/],
  [{ PRODUCT_API_URL: 'https://x/?a=1' }, /^PRODUCT_API_URL must be/],
  [{ PUBLIC_URL: 'http://localhost:3000/console' }, /^PUBLIC_URL must be an http or https URL without a path \(/],
  [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET must be at least 32 characters/],
  [{ SESSION_SECRET: `${secret},${secret},${secret}` }, /^SESSION_SECRET must be .* or two such values/],
  [{ API_KEY_HEADER: 'api key' }, /^API_KEY_HEADER must be the name of an HTTP header \(it is "api key"\)\.$/],
  [{ PRODUCT_API_TIMEOUT_MS: '-1' }, /^PRODUCT_API_TIMEOUT_MS must be a whole number/],
  [{ STRICT_SIGN_IN: 'yes' }, /^STRICT_SIGN_IN must be on or off \(it is "yes"\)\.$/],
  [{ IMAGE_HOSTS: 'https://a.example' }, /^IMAGE_HOSTS must be host names/],
  [{ BRAND_NAME: 'x'.repeat(61) }, /^BRAND_NAME must be one line of text/],
  [{ BRAND_LOGO_URL: 'http://a.example/logo.png' }, /^BRAND_LOGO_URL must be an https URL/],
  [{ BRAND_LOGO_URL: '//a.example/logo.png' }, /^BRAND_LOGO_URL must be/],
  [{ BRAND_LOGO_URL: "https://a.example/;script-src 'unsafe-inline'" }, /^BRAND_LOGO_URL must be/],
  [{ BRAND_LOGO_URL: 'javascript:alert(1)' }, /^BRAND_LOGO_URL must be/],
  [{ SECURITY_CONTACT: 'http://acme.example' }, /^SECURITY_CONTACT must be an email address or an https URL/],
  [{ SECURITY_CONTACT: 'a@acme.example\nContact: https://evil.example' }, /^SECURITY_CONTACT must be/],
  [{ SECURITY_CONTACT: 'https://acme.example/\nContact: https://evil.example' }, /^SECURITY_CONTACT must be/],
  [{ BRAND_COLOR: 'red' }, /^BRAND_COLOR must be six hexadecimal digits/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must be a number of hops/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY must be/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be debug, info, warn, error or silent \(it is "loud"\)\.$/],
  [{ MAIN_DOMAIN: 'https://suite.example' }, /^MAIN_DOMAIN must be a host name/],
  [{ MODULE_ORIGINS: 'auditor' }, /^MODULE_ORIGINS must be module=URL, separated by commas/],
  [{ MODULE_ORIGINS: 'nothing=https://a.example' }, /^MODULE_ORIGINS must be/],
  [{ MODULE_ORIGINS: 'console=https://a.example' }, /^MODULE_ORIGINS must be/],
  [{ MODULE_ORIGINS: 'auditor=https://a.example/path' }, /^MODULE_ORIGINS must be/],
  [{ MODULE_ORIGINS: 'auditor=javascript:alert(1)' }, /^MODULE_ORIGINS must be/],
  [{ SOURCE_SUFFIX: '#x' }, /^SOURCE_SUFFIX must be a query/],
  [{ SOURCE_SUFFIX: '?source=a b' }, /^SOURCE_SUFFIX must be/],
  [{ CHANGE_PASSWORD_PATH: 'consoles/x' }, /^CHANGE_PASSWORD_PATH must be a path that begins with \//],
  [{ CHANGE_PASSWORD_PATH: '/x?y=1' }, /^CHANGE_PASSWORD_PATH must be/],
  [{ OTP_REMEMBER_DAYS: '0' }, /^OTP_REMEMBER_DAYS must be a whole number from 1 to 365/],
  [{ STRICT_SIGN_IN: 'x', PORT: 'x' }, /^STRICT_SIGN_IN must be [^.]+\. PORT must be [^.]+\.$/],
])('DESIGN-7 %j stops the start with one line that names it', (env, line) => {
  const message = messageOf(env);
  expect(message).toMatch(line);
  expect(message).not.toContain('\n');
});

test('DESIGN-7 a secret is never repeated in the line about it', () => {
  expect(messageOf({ SESSION_SECRET: 'canary' })).not.toContain('canary');
});

test('DESIGN-7 without a PUBLIC_URL the console is where the port is', () => {
  expect(readGatewaySettings({ PORT: '8080' }).publicUrl.href).toBe('http://localhost:8080/');
});

test('DESIGN-7 production names everything it lacks in one line', () => {
  expect(messageOf({ PUBLIC_URL: 'http://console.example' })).toBe(
    'PUBLIC_URL is not localhost, so this is production, and production requires: an https PUBLIC_URL, SESSION_SECRET.',
  );
  expect(messageOf({ PUBLIC_URL: 'https://console.example', SESSION_SECRET: secret })).toBe('accepted');
});

test('DOC-1 what is the same for every caller is for signed-in ones in production, unless it is set', () => {
  const production = { PUBLIC_URL: 'https://console.example', SESSION_SECRET: secret };
  const signedIn = { introspection: 'signed-in', sandbox: 'signed-in', docs: 'signed-in' };
  expect(readGatewaySettings(production)).toMatchObject(signedIn);
  expect(readGatewaySettings({ ...production, INTROSPECTION: 'on', SANDBOX: 'off', DOCS: 'all' })).toMatchObject({
    introspection: 'all',
    sandbox: 'off',
    docs: 'all',
  });
  expect(readGatewaySettings({ INTROSPECTION: 'signed-in' })).toMatchObject({
    introspection: 'signed-in',
    docs: 'all',
  });
  expect(messageOf({ DOCS: 'yes' })).toBe('DOCS must be all, on (the same as all), signed-in or off (it is "yes").');
});

test('DESIGN-7 reads lists, a base path, a header that is switched off and two secrets', () => {
  const settings = readGatewaySettings({
    PRODUCT_API_URL: 'https://api.example/base/',
    SESSION_SECRET: `${secret}, ${'y'.repeat(40)}`,
    SESSION_TOKEN_HEADER: '',
    IMAGE_HOSTS: 'A.example, b.example:8080',
    MODULE_ORIGINS: 'auditor = https://A.example/, central=http://localhost:5000',
    SOURCE_SUFFIX: '',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    PRODUCT_API_TIMEOUT_MS: '0',
  });
  expect(settings.productApiUrl.pathname).toBe('/base/');
  expect(settings.secrets).toHaveLength(2);
  expect(settings).toMatchObject({
    sessionTokenHeader: '',
    imageHosts: ['a.example', 'b.example:8080'],
    moduleOrigins: { auditor: 'https://a.example', central: 'http://localhost:5000' },
    sourceSuffix: '',
    mainDomain: undefined,
    productApiTimeoutMs: 0,
  });
  expect(settings.trustProxy).toEqual(['10.0.0.0/8', '::1']);
});

test('SECURITY-0.7 a number of hops trusts exactly so many proxies', () => {
  const { trustProxy } = readGatewaySettings({ TRUST_PROXY: '2' });
  const trusted = [0, 1, 2, 3].map((hop) => typeof trustProxy === 'function' && trustProxy('10.0.0.1', hop));
  expect(trusted).toEqual([true, true, false, false]);
});

test('DESIGN-7 the operator’s page describes every setting as it is', () => {
  const page = readFileSync(new URL('../../../docs/operating/settings.md', import.meta.url), 'utf8').replace(
    / +/g,
    ' ',
  );
  for (const { name, fallback, description, allowed } of Object.values(settingList) as Setting[])
    expect(page).toContain(
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : '–'} | ${description} Must be ${allowed}. |`,
    );
});
