import { expect, test } from 'vitest';
import { readGatewaySettings, StartError } from './settings.ts';

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
    HOST: '127.0.0.1',
    PORT: 3000,
    STRICT_SIGN_IN: false,
    INTROSPECTION: true,
    TRUST_PROXY: false,
  });
  expect([settings.PRODUCT_API_URL.href, settings.PUBLIC_URL.href]).toEqual([
    'http://127.0.0.1:4100/',
    'http://localhost:3000/',
  ]);
  expect(settings.PRODUCT_API_TIMEOUT_MS).toBeUndefined();
});

test.each<[Record<string, string>, RegExp]>([
  [{ PORT: '70000' }, /^PORT must be a whole number from 0 to 65535$/],
  [{ PORT: '3e3' }, /^PORT must be/],
  [{ PRODUCT_API_URL: 'ftp://x' }, /^PRODUCT_API_URL must be an http or https address/],
  [{ PRODUCT_API_URL: 'https://a:b@x' }, /^PRODUCT_API_URL must be/],
  [{ PRODUCT_API_URL: 'https://x/?a=1' }, /^PRODUCT_API_URL must be/],
  [{ PUBLIC_URL: 'http://localhost:3000/console' }, /^PUBLIC_URL must be an http or https address without a path$/],
  [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET must have at least 32 characters/],
  [{ SESSION_SECRET: `${secret},${secret},${secret}` }, /^SESSION_SECRET must be one value, or two/],
  [{ API_KEY_HEADER: 'api key' }, /^API_KEY_HEADER must be the name of an HTTP header$/],
  [{ PRODUCT_API_TIMEOUT_MS: '-1' }, /^PRODUCT_API_TIMEOUT_MS must be a whole number of milliseconds/],
  [{ STRICT_SIGN_IN: 'yes' }, /^STRICT_SIGN_IN must be on or off$/],
  [{ IMAGE_HOSTS: 'https://a.example' }, /^IMAGE_HOSTS must be host names/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must be a number of hops/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY must be/],
  [{ PORT: 'x', STRICT_SIGN_IN: 'x' }, /^PORT must be [^;]+; STRICT_SIGN_IN must be on or off$/],
])('DESIGN-7 %j stops the start with one line that names it', (env, line) => {
  const message = messageOf(env);
  expect(message).toMatch(line);
  expect(message).not.toContain('\n');
});

test('DESIGN-7 a secret is never repeated in the line about it', () => {
  expect(messageOf({ SESSION_SECRET: 'canary' })).not.toContain('canary');
});

test('DESIGN-7 production names everything it lacks in one line', () => {
  expect(messageOf({ PUBLIC_URL: 'http://console.example' })).toBe(
    'PUBLIC_URL is not this machine, so these are required: SESSION_SECRET (at least 32 characters), an https PUBLIC_URL',
  );
  expect(messageOf({ PUBLIC_URL: 'https://console.example', SESSION_SECRET: secret })).toBe('accepted');
});

test('DESIGN-7 reads lists, a base path, a header that is switched off and two secrets', () => {
  const settings = readGatewaySettings({
    PRODUCT_API_URL: 'https://api.example/base/',
    SESSION_SECRET: `${secret}, ${'y'.repeat(40)}`,
    SESSION_TOKEN_HEADER: '',
    IMAGE_HOSTS: 'A.example, b.example:8080',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    PRODUCT_API_TIMEOUT_MS: '0',
  });
  expect(settings.PRODUCT_API_URL.pathname).toBe('/base/');
  expect(settings.SESSION_SECRET).toHaveLength(2);
  expect(settings).toMatchObject({
    SESSION_TOKEN_HEADER: '',
    IMAGE_HOSTS: ['a.example', 'b.example:8080'],
    PRODUCT_API_TIMEOUT_MS: 0,
  });
  expect(settings.TRUST_PROXY).toEqual(['10.0.0.0/8', '::1']);
});

test('SECURITY-0.7 a number of hops trusts so many proxies and no more', () => {
  const { TRUST_PROXY } = readGatewaySettings({ TRUST_PROXY: '2' });
  const trusted = [0, 1, 2, 3].map((hop) => typeof TRUST_PROXY === 'function' && TRUST_PROXY('10.0.0.1', hop));
  expect(trusted).toEqual([true, true, false, false]);
});
