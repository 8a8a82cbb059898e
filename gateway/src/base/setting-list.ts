import { secretAddressSetting } from '@console/contract/address-password';
import { calls } from '@console/contract/calls/all';
import { parseNetworks } from '@console/contract/networks';
import {
  addressSetting,
  choiceSetting,
  optionalSetting,
  plainAddress,
  type Setting,
  secretsSetting,
  sharedSettings,
  wholeNumberSetting,
} from '@console/contract/settings';
import { z } from 'zod';
import { siblingModuleIds } from './suite-modules.ts';

const splitList = (value: string): string[] => value.split(',').flatMap((part) => part.trim() || []);

const http = ['http:', 'https:'];

/** What Fastify trusts for the client address: no proxy, these networks, or a number of hops. */
type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

const trustProxy: Setting<TrustProxy> = {
  name: 'TRUST_PROXY',
  fallback: '',
  description:
    'Trusted proxies: their X-Forwarded-For is used. Prefer networks if the port can also be reached directly.',
  allowed: 'a number of hops, or addresses or networks separated by commas, such as 10.0.0.0/8, ::1',
  schema: z
    .string()
    .refine((value) => value === '' || /^\d{1,2}$/.test(value) || parseNetworks(value) !== null)
    .transform((value): TrustProxy => {
      if (value === '') return false;
      if (!/^\d+$/.test(value)) return splitList(value);
      const hops = Number(value);
      return (_address, hop) => hop < hops;
    }),
};

const hostPattern = /^[a-z0-9.-]+(:\d{1,5})?$/;

const isHttpsAddress = (text: string): boolean => {
  if (!URL.canParse(text) || /[\s;,]/.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && !username && !password;
};

const originIn = (text: string): string | null => {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname, search, hash, username } = new URL(text);
  return http.includes(protocol) && pathname === '/' && !search && !hash && !username ? origin : null;
};

const moduleOrigins: Setting<Readonly<Record<string, string>>> = {
  name: 'MODULE_ORIGINS',
  fallback: '',
  description: 'Addresses of modules that live elsewhere, such as auditor=https://audit.example.',
  allowed: 'module=address, separated by commas',
  schema: z
    .string()
    .transform((value) => splitList(value).map((part) => part.split(/=(.*)/, 2).map((side) => side.trim())))
    .refine((pairs) => pairs.every(([id = '', to = '']) => siblingModuleIds.includes(id) && originIn(to) !== null))
    .transform((pairs) => Object.fromEntries(pairs.map(([id = '', to = '']) => [id, originIn(to) ?? '']))),
};

/** Who may read what is the same for every caller and has nothing of a tenant. */
export type Audience = 'all' | 'signed-in' | 'off';

const audienceSetting = (name: string, description: string): Setting<Audience | undefined> =>
  optionalSetting<Audience>({
    name,
    description: `${description} Unset: all on localhost, signed-in elsewhere.`,
    allowed: 'all, signed-in or off; on is the same as all',
    schema: z.enum(['all', 'on', 'signed-in', 'off']).transform((value): Audience => (value === 'on' ? 'all' : value)),
  });

export const settingList = {
  ...sharedSettings,
  port: wholeNumberSetting('PORT', 3000, 'Port of the console and of GraphQL.', { max: 65_535 }),
  productApiUrl: plainAddress(
    addressSetting(
      'PRODUCT_API_URL',
      http,
      'http://127.0.0.1:4100',
      'The product API. Set it and no platform is started.',
    ),
  ),
  redisUrl: optionalSetting(
    secretAddressSetting(
      'REDIS_URL',
      ['redis:', 'rediss:'],
      '',
      'Redis or Valkey that several gateways share before a product API without extensions; `rediss:` with TLS. Unset: exactly one gateway may run there.',
    ),
  ),
  secrets: secretsSetting(
    'SESSION_SECRET',
    'Seals the cookies of browser sessions and the cursors of lists; generated once and stored in DATA_DIR when it is not set.',
  ),
  productApiExtensions: choiceSetting(
    'PRODUCT_API_EXTENSIONS',
    ['auto', 'on', 'off'],
    'auto',
    'Whether the product API has extensions: `auto`, if its answers announce them; `on`, without an announcement; `off`, never.',
  ),
  productApiTimeoutMs: optionalSetting(
    wholeNumberSetting(
      'PRODUCT_API_TIMEOUT_MS',
      0,
      'Milliseconds for every call to the product API; 0: no limit. Unset: 10 s for reads, 30 s for writes, 120 s for uploads.',
      { min: 0, max: 9_999_999 },
    ),
  ),
  introspection: audienceSetting(
    'INTROSPECTION',
    'Who may read the schema over GraphQL and at `/schema.graphql`: all; signed-in users and API keys; or no one.',
  ),
  operations: {
    name: 'OPERATIONS',
    fallback: 'any',
    description: 'The operations that GraphQL runs: all, or only those that the console was built with.',
    allowed: 'any or registered',
    schema: z.enum(['any', 'registered']),
  } satisfies Setting<'any' | 'registered'> as Setting<'any' | 'registered'>,
  sandbox: audienceSetting('SANDBOX', 'Who gets the sandbox in a browser that opens `/graphql`.'),
  docs: audienceSetting('DOCS', 'Who may read the documentation for integrators at `/docs`.'),
  imageHosts: {
    name: 'IMAGE_HOSTS',
    fallback: '',
    description: 'Hosts from which logos of another product API may be shown.',
    allowed: 'host names separated by commas',
    schema: z
      .string()
      .transform((value) => splitList(value.toLowerCase()))
      .refine((hosts) => hosts.every((host) => hostPattern.test(host))),
  } satisfies Setting<string[]> as Setting<string[]>,
  brandName: {
    name: 'BRAND_NAME',
    fallback: 'Console',
    description: 'Name on the sign-in pages.',
    allowed: 'a text of one line with at most 60 characters',
    schema: z.string().regex(/^[^\p{Cc}]{1,60}$/u),
  } satisfies Setting<string> as Setting<string>,
  brandLogoUrl: {
    name: 'BRAND_LOGO_URL',
    fallback: '',
    description: 'Logo on the sign-in pages, 40 pixels high. Unset: the console’s own.',
    allowed: 'an https address, or a path that begins with /',
    schema: z.string().refine((value) => value === '' || /^\/(?!\/)[^\s;,]*$/.test(value) || isHttpsAddress(value)),
  } satisfies Setting<string> as Setting<string>,
  brandColor: {
    name: 'BRAND_COLOR',
    fallback: '',
    description: 'Colour of the right half of the sign-in pages; its text is black or white. Unset: that of the page.',
    allowed: 'six hexadecimal digits after #, such as #14315e',
    schema: z.string().regex(/^(#[\da-f]{6})?$/i),
  } satisfies Setting<string> as Setting<string>,
  securityContact: optionalSetting({
    name: 'SECURITY_CONTACT',
    description:
      'Where a vulnerability is reported, served at `/.well-known/security.txt`. Unset: there is no such page.',
    allowed: 'an email address or an https address',
    schema: z
      .string()
      .refine((value) => z.email().safeParse(value).success || isHttpsAddress(value))
      .transform((value) => (isHttpsAddress(value) ? value : `mailto:${value}`)),
  } satisfies Setting<string>),
  trustProxy,
  mainDomain: optionalSetting({
    name: 'MAIN_DOMAIN',
    description:
      'Domain of the suite: a module lives at https://{module}.{MAIN_DOMAIN}. Unset: what follows `console.` in PUBLIC_URL; on localhost the ports from 3000 on.',
    allowed: 'a host name, with a port where there is one',
    schema: z
      .string()
      .transform((value) => value.toLowerCase())
      .refine((value) => hostPattern.test(value)),
  } satisfies Setting<string>),
  moduleOrigins,
  sourceSuffix: {
    name: 'SOURCE_SUFFIX',
    fallback: '?source=console',
    description: 'Query that tells a module’s sign-in page where a user comes from; empty: none.',
    allowed: 'a query such as ?source=console, or empty',
    schema: z.string().regex(/^(\?[\w.~%-]+(=[\w.~%-]*)?(&[\w.~%-]+(=[\w.~%-]*)?)*)?$/),
    mayBeEmpty: true,
  } satisfies Setting<string> as Setting<string>,
  changePasswordPath: {
    name: 'CHANGE_PASSWORD_PATH',
    fallback: calls.changePwd.path,
    description: 'Path of the product API that changes the caller’s password.',
    allowed: 'a path that begins with /',
    schema: z
      .string()
      .regex(/^\/[\w.~%/-]+$/)
      .transform((path) => path as `/${string}`),
  } satisfies Setting<`/${string}`> as Setting<`/${string}`>,
  maxObjectCalls: wholeNumberSetting(
    'MAX_OBJECT_CALLS',
    30,
    'Calls that fields marked @perObjectCall may make in an operation.',
    {
      max: 1_000,
    },
  ),
  keyPointsPerMinute: wholeNumberSetting(
    'KEY_POINTS_PER_MINUTE',
    20_000,
    'Points that the operations with an API key may cost in a minute; 0: no limit. Browser sessions have none.',
    { min: 0, max: 9_999_999 },
  ),
  requestKbPerCaller: wholeNumberSetting(
    'REQUEST_KB_PER_CALLER',
    5_000,
    'Kilobytes that a user, an API key, or else an address may send in 10 seconds, files included; 0: no limit.',
    { min: 0, max: 9_999_999 },
  ),
  parseMsPerCaller: wholeNumberSetting(
    'PARSE_MS_PER_CALLER',
    1_000,
    'Milliseconds of processor time that parsing and checking GraphQL documents of a user, an API key, or else an address may take in 10 seconds; 0: no limit.',
    { min: 0, max: 9_999_999 },
  ),
  multiFactorPerAddress: wholeNumberSetting(
    'MULTI_FACTOR_PER_ADDRESS',
    10,
    'Asking `multiFactor`: times a minute for an address.',
  ),
  signInMaxPerAccount: wholeNumberSetting(
    'SIGN_IN_MAX_PER_ACCOUNT',
    10,
    'Wrong passwords for an account in 15 minutes.',
  ),
  signInMaxPerAddress: wholeNumberSetting(
    'SIGN_IN_MAX_PER_ADDRESS',
    50,
    'Wrong passwords from an address in 15 minutes.',
  ),
  userFilesPerCaller: wholeNumberSetting(
    'USER_FILES_PER_CALLER',
    10,
    'Files of users that a caller may preview or upload in a minute, one after another.',
  ),
  multiFactorPerEmail: wholeNumberSetting(
    'MULTI_FACTOR_PER_EMAIL',
    30,
    'Asking `multiFactor`: times an hour for an email.',
  ),
};
