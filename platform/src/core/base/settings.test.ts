import { readFileSync } from 'node:fs';
import { type Setting, StartError } from '@console/server-base/settings';
import { expect, test } from 'vitest';
import { settingList } from './setting-list.ts';
import { readPlatformSettings } from './settings.ts';

const secret = 'x'.repeat(32);
const refusal = (env: Record<string, string>) => {
  try {
    readPlatformSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message;
  }
  return null;
};

test('DESIGN-7 without settings the platform serves this machine only, embedded, with demo data', () => {
  expect(readPlatformSettings({ UNKNOWN: 'x', PLATFORM_PORT: ' ' })).toMatchObject({
    host: '127.0.0.1',
    port: 4100,
    dataDir: './data',
    databaseReadUrl: undefined,
    databaseUrl: undefined,
    smtpUrl: undefined,
    smtpConnections: 5,
    mailFrom: 'Console <no-reply@localhost>',
    secrets: [],
    publicUrl: new URL('http://localhost:3000'),
    apiKeyHeader: 'api-key',
    sessionTokenHeader: 'access-token',
    strictSignIn: false,
    extensions: true,
    demo: true,
    hasOutbox: true,
    signInMaxPerAccount: 10,
    signInMaxPerAddress: 50,
  });
});

test.each([
  ['PLATFORM_PORT', 'abc', 'PLATFORM_PORT must be a whole number from 1 to 65535 (it is "abc").'],
  ['PLATFORM_PORT', '65536', 'PLATFORM_PORT must be a whole number from 1 to 65535 (it is "65536").'],
  ['STRICT_SIGN_IN', 'yes', 'STRICT_SIGN_IN must be on or off (it is "yes").'],
  [
    'PUBLIC_URL',
    'console.example',
    'PUBLIC_URL must be an http or https URL without a path (it is "console.example").',
  ],
  [
    'PUBLIC_URL',
    'https://console.example/x?y',
    'PUBLIC_URL must be an http or https URL without a path (it is "https://console.example/x?y").',
  ],
  ['API_KEY_HEADER', 'a b', 'API_KEY_HEADER must be the name of an HTTP header (it is "a b").'],
  [
    'TRUSTED_GATEWAYS',
    '10.0.0.0/33',
    'TRUSTED_GATEWAYS must be IP addresses or networks separated by commas, such as 10.0.0.0/8, ::1 (it is "10.0.0.0/33").',
  ],
  ['MAIL_FROM', 'a\r\nBcc: b', 'MAIL_FROM must be one line of text (it is "a\\r\\nBcc: b").'],
  ['SIGN_IN_MAX_PER_ACCOUNT', '0', 'SIGN_IN_MAX_PER_ACCOUNT must be a whole number from 1 to 1000000 (it is "0").'],
])('DESIGN-7 BOOT-15 an invalid %s (%j) is one line with its name and what is allowed', (name, value, line) => {
  expect(refusal({ [name]: value })).toBe(line);
});

test.each(['PLATFORM_SECRET', 'DATABASE_URL', 'DATABASE_READ_URL', 'SMTP_URL'])(
  'SECURITY-T21 the value of an invalid %s is not shown',
  (name) => {
    expect(refusal({ [name]: 'canary' })).toMatch(new RegExp(`^${name} must be .+ \\(its value is not shown\\)\\.$`));
  },
);

test.each(['p@ss/w#rd%1', 'p#x', 'p/x', 'p?x', 'p%x', '100%', 'a@b?c=d#e'])(
  'BOOT-14 the password %s in an address is refused by how it is to be written, and no part of it is shown',
  (password) => {
    for (const [name, scheme] of [
      ['DATABASE_URL', 'postgres'],
      ['DATABASE_READ_URL', 'postgres'],
      ['SMTP_URL', 'smtp'],
    ] as const) {
      const others = { DATABASE_URL: 'postgres://x/y' };
      expect(refusal({ ...others, [name]: `${scheme}://console:${password}@host/db` })).toBe(
        `${name} has a user or password that is not percent-encoded: write @ / # ? % : in it as %40 %2F %23 %3F %25 %3A (its value is not shown).`,
      );
      const encoded = `${scheme}://console:${encodeURIComponent(password)}@host/db`;
      expect(refusal({ ...others, [name]: encoded })).toBeNull();
    }
  },
);

test.each([
  'postgres://console:secret@host/db?application_name=a@b&sslrootcert=/etc/ca.pem',
  'postgres://user@tenant:secret@host/db',
  'postgres://console:a:b@host/db',
  'postgres://console:p@x@host/db',
  'postgres://%2Fvar%2Frun%2Fpostgresql/db',
  'postgres:///db',
])('BOOT-14 the password of %s ends where it seems to', (DATABASE_URL) => {
  expect(refusal({ DATABASE_URL })).toBeNull();
});

test('REPLICA-7 a replica needs a database', () => {
  const replica = { DATABASE_READ_URL: 'postgres://x/y' };
  expect(refusal(replica)).toBe('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.');
  expect(readPlatformSettings({ ...replica, DATABASE_URL: 'postgres://z/y' }).databaseReadUrl).toBe('postgres://x/y');
});

test('DESIGN-7 production reports all missing settings in one line', () => {
  expect(refusal({ PUBLIC_URL: 'http://console.example' })).toBe(
    'PUBLIC_URL is not localhost, so this is production, and production requires: an https PUBLIC_URL, PLATFORM_SECRET, SMTP_URL.',
  );
});

const production = {
  PUBLIC_URL: 'https://console.example',
  PLATFORM_SECRET: secret,
  SMTP_URL: 'smtp://mail.example',
};

test('DESIGN-7 demo data is on by default only with the embedded database, on this machine, without FIRST_ADMIN_EMAIL', () => {
  for (const HOST of ['127.0.0.1', '127.8.7.6', '::1', 'localhost'])
    expect([HOST, readPlatformSettings({ HOST }).demo]).toEqual([HOST, true]);
  for (const HOST of [
    '0.0.0.0',
    '::',
    '192.0.2.1',
    '203.0.113.1',
    '2001:db8::1',
    'console.example',
    'localhost.example',
  ])
    expect([HOST, readPlatformSettings({ HOST }).demo]).toEqual([HOST, false]);
  expect(readPlatformSettings(production).demo).toBe(false);
  expect(readPlatformSettings({ FIRST_ADMIN_EMAIL: 'a@acme.example' }).demo).toBe(false);
  expect(readPlatformSettings({ FIRST_ADMIN_EMAIL: 'a@acme.example', DEMO: 'on' }).demo).toBe(true);
  expect(readPlatformSettings({ DATABASE_URL: 'postgres://x/y' }).demo).toBe(false);
  expect(readPlatformSettings({ DATABASE_URL: 'postgres://x/y', DEMO: 'on' }).demo).toBe(true);
  expect(readPlatformSettings({ DEMO: 'off' }).demo).toBe(false);
});

test('DESIGN-7 DEMO=on is refused if other machines are served, naming every setting that does so', () => {
  const line = 'DEMO must be off: the passwords of the demo users are published, and';
  const [host, publicUrl] = [
    'HOST (0.0.0.0) is not a loopback address',
    'PUBLIC_URL (https://console.example) is not localhost',
  ];
  expect(refusal({ DEMO: 'on', HOST: '0.0.0.0' })).toBe(`${line} ${host}.`);
  expect(refusal({ ...production, DEMO: 'on' })).toBe(`${line} ${publicUrl}.`);
  expect(refusal({ PUBLIC_URL: 'https://console.example', DEMO: 'on' })).toBe(
    `${line} ${publicUrl}. PUBLIC_URL is not localhost, so this is production, and production requires: PLATFORM_SECRET, SMTP_URL.`,
  );
  expect(refusal({ ...production, DEMO: 'on', HOST: '0.0.0.0' })).toBe(`${line} ${host} and ${publicUrl}.`);
});

test('DESIGN-7 FIRST_ADMIN_EMAIL is an email address, read in lower case', () => {
  expect(readPlatformSettings({ FIRST_ADMIN_EMAIL: ' First@Acme.example ' }).firstAdminEmail).toBe(
    'first@acme.example',
  );
  expect(readPlatformSettings({ FIRST_ADMIN_EMAIL: '' }).firstAdminEmail).toBeUndefined();
  for (const wrong of [
    'first',
    'first@acme',
    'a b@acme.example',
    'First <first@acme.example>',
    'a\u202eb@acme.example',
  ])
    expect(refusal({ FIRST_ADMIN_EMAIL: wrong })).toBe(
      `FIRST_ADMIN_EMAIL must be an email address (it is ${JSON.stringify(wrong)}).`,
    );
});

test('DESIGN-7 a secret can have an old one next to it, and both must be long', () => {
  expect(readPlatformSettings({ PLATFORM_SECRET: `${secret}, ${secret}y` }).secrets).toEqual([secret, `${secret}y`]);
  expect(refusal({ PLATFORM_SECRET: `${secret},short` })).toMatch(/^PLATFORM_SECRET must be/);
});

test('REST-59 an empty SESSION_TOKEN_HEADER is a value', () => {
  expect(readPlatformSettings({ SESSION_TOKEN_HEADER: '' }).sessionTokenHeader).toBe('');
});

test('DESIGN-7 the operator’s page describes every setting, each under its own name', () => {
  const page = readFileSync(new URL('../../../../docs/operating/settings.md', import.meta.url), 'utf8').replace(
    / +/g,
    ' ',
  );
  const list = Object.values(settingList) as Setting[];
  expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  for (const { name, fallback, description, allowed } of list.filter((setting) => setting.name !== 'PUBLIC_URL'))
    expect(page).toContain(
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : '–'} | ${description} Must be ${allowed}. |`,
    );
});
