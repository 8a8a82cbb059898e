import { calls } from '@console/contract/calls/all';
import { secretAddressSetting } from '@console/server-base/address-password';
import { parseNetworks } from '@console/server-base/networks';
import {
  addressSetting,
  choiceSetting,
  optionalSetting,
  plainAddress,
  type Setting,
  secretsSetting,
  sharedSettings,
  wholeNumberSetting,
} from '@console/server-base/settings';
import { z } from 'zod';
import { siblingModuleIds } from './suite-modules.ts';

const splitList = (value: string): string[] => value.split(',').flatMap((part) => part.trim() || []);

const http = ['http:', 'https:'];

/** Fastify's trust for the client address: no proxy, these networks, or a number of hops. */
type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

const trustProxy: Setting<TrustProxy> = {
  name: 'TRUST_PROXY',
  fallback: '',
  description:
    'Trusted proxies, whose X-Forwarded-For header is used. Use networks, not a number of hops, if the port can also be reached directly.',
  allowed: 'a number of hops, or IP addresses or networks separated by commas, such as 10.0.0.0/8, ::1',
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
  description: 'URLs of modules that are hosted elsewhere, such as auditor=https://audit.example.',
  allowed: 'module=URL, separated by commas',
  schema: z
    .string()
    .transform((value) => splitList(value).map((part) => part.split(/=(.*)/, 2).map((side) => side.trim())))
    .refine((pairs) => pairs.every(([id = '', to = '']) => siblingModuleIds.includes(id) && originIn(to) !== null))
    .transform((pairs) => Object.fromEntries(pairs.map(([id = '', to = '']) => [id, originIn(to) ?? '']))),
};

/** Who may read content that is equal for all callers and has no data of a tenant. */
export type Audience = 'all' | 'signed-in' | 'off';

const audienceSetting = (name: string, description: string): Setting<Audience | undefined> =>
  optionalSetting<Audience>({
    name,
    description: `${description} Unset: all on localhost, signed-in elsewhere.`,
    allowed: 'all, on (the same as all), signed-in or off',
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
      'URL of the product API. If set, the built-in platform is not started.',
    ),
  ),
  redisUrl: optionalSetting(
    secretAddressSetting(
      'REDIS_URL',
      ['redis:', 'rediss:'],
      '',
      'Redis or Valkey URL, `rediss:` for TLS. Required to run more than one gateway in front of an external product API without extensions.',
    ),
  ),
  secrets: secretsSetting(
    'SESSION_SECRET',
    'Encrypts session cookies and list cursors. If it is not set, it is generated once and stored in DATA_DIR.',
  ),
  productApiExtensions: choiceSetting(
    'PRODUCT_API_EXTENSIONS',
    ['auto', 'on', 'off'],
    'auto',
    'Whether the product API has extensions. With `auto`, extensions are used if its responses announce them. With `on`, they are always used. With `off`, they are never used.',
  ),
  productApiTimeoutMs: optionalSetting(
    wholeNumberSetting(
      'PRODUCT_API_TIMEOUT_MS',
      0,
      'Timeout of each call to the product API in milliseconds. 0: no timeout. Unset: 10 s for reads, 30 s for writes, 120 s for uploads.',
      { min: 0, max: 9_999_999 },
    ),
  ),
  introspection: audienceSetting(
    'INTROSPECTION',
    'Who can read the schema, by introspection and at `/schema.graphql`: everyone, signed-in users and API keys, or no one.',
  ),
  operations: {
    name: 'OPERATIONS',
    fallback: 'any',
    description:
      'GraphQL operations that can run: all (`any`), or only those that the console was built with (`registered`).',
    allowed: 'any or registered',
    schema: z.enum(['any', 'registered']),
  } satisfies Setting<'any' | 'registered'> as Setting<'any' | 'registered'>,
  sandbox: audienceSetting('SANDBOX', 'Callers that get the sandbox when they open `/graphql` in a browser.'),
  docs: audienceSetting('DOCS', 'Who can read the API documentation at `/docs`.'),
  imageHosts: {
    name: 'IMAGE_HOSTS',
    fallback: '',
    description: 'Other hosts from which logos of an external product API can be shown.',
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
    allowed: 'one line of text with at most 60 characters',
    schema: z.string().regex(/^[^\p{Cc}]{1,60}$/u),
  } satisfies Setting<string> as Setting<string>,
  brandLogoUrl: {
    name: 'BRAND_LOGO_URL',
    fallback: '',
    description: 'Logo on the sign-in pages, 40 pixels high. Unset: the console’s own logo.',
    allowed: 'an https URL, or a path that begins with /',
    schema: z.string().refine((value) => value === '' || /^\/(?!\/)[^\s;,]*$/.test(value) || isHttpsAddress(value)),
  } satisfies Setting<string> as Setting<string>,
  brandColor: {
    name: 'BRAND_COLOR',
    fallback: '',
    description:
      'Background colour of the right half of the sign-in pages. Text on it is black or white. Unset: the colour of the page.',
    allowed: 'six hexadecimal digits after #, such as #14315e',
    schema: z.string().regex(/^(#[\da-f]{6})?$/i),
  } satisfies Setting<string> as Setting<string>,
  securityContact: optionalSetting({
    name: 'SECURITY_CONTACT',
    description:
      'Contact for vulnerability reports, published at `/.well-known/security.txt`. Unset: that page does not exist.',
    allowed: 'an email address or an https URL',
    schema: z
      .string()
      .refine((value) => z.email().safeParse(value).success || isHttpsAddress(value))
      .transform((value) => (isHttpsAddress(value) ? value : `mailto:${value}`)),
  } satisfies Setting<string>),
  trustProxy,
  mainDomain: optionalSetting({
    name: 'MAIN_DOMAIN',
    description:
      'Domain of the suite. Each module is at https://{module}.{MAIN_DOMAIN}. Unset: the part of PUBLIC_URL after `console.`, or on localhost the ports from 3000 upwards.',
    allowed: 'a host name, optionally with a port',
    schema: z
      .string()
      .transform((value) => value.toLowerCase())
      .refine((value) => hostPattern.test(value)),
  } satisfies Setting<string>),
  moduleOrigins,
  sourceSuffix: {
    name: 'SOURCE_SUFFIX',
    fallback: '?source=console',
    description: 'Query string that tells a module’s sign-in page where a user comes from. If empty, none is added.',
    allowed: 'a query string such as ?source=console, or empty',
    schema: z.string().regex(/^(\?[\w.~%-]+(=[\w.~%-]*)?(&[\w.~%-]+(=[\w.~%-]*)?)*)?$/),
    mayBeEmpty: true,
  } satisfies Setting<string> as Setting<string>,
  changePasswordPath: {
    name: 'CHANGE_PASSWORD_PATH',
    fallback: calls.changePwd.path,
    description: 'Path of the product API call that changes the caller’s password.',
    allowed: 'a path that begins with /',
    schema: z
      .string()
      .regex(/^\/[\w.~%/-]+$/)
      .transform((path) => path as `/${string}`),
  } satisfies Setting<`/${string}`> as Setting<`/${string}`>,
  maxObjectCalls: wholeNumberSetting(
    'MAX_OBJECT_CALLS',
    30,
    'Calls that fields marked @perObjectCall can make in one operation.',
    {
      max: 1_000,
    },
  ),
  keyPointsPerMinute: wholeNumberSetting(
    'KEY_POINTS_PER_MINUTE',
    20_000,
    'Points that the operations of an API key can cost per minute. 0: no limit. Browser sessions have no such limit.',
    { min: 0, max: 9_999_999 },
  ),
  requestKbPerCaller: wholeNumberSetting(
    'REQUEST_KB_PER_CALLER',
    5_000,
    'Kilobytes that one caller can send in 10 seconds, files included. A caller is a user or an API key, otherwise one IP address (IPv6: one /64). 0: no limit.',
    { min: 0, max: 9_999_999 },
  ),
  parseMsPerCaller: wholeNumberSetting(
    'PARSE_MS_PER_CALLER',
    1_000,
    'Milliseconds of processor time in 10 seconds for parsing the GraphQL documents and reading the user files of one caller. A caller is a user or an API key, otherwise one IP address (IPv6: one /64). 0: no limit.',
    { min: 0, max: 9_999_999 },
  ),
  multiFactorPerAddress: wholeNumberSetting(
    'MULTI_FACTOR_PER_ADDRESS',
    10,
    'Queries of `multiFactor` that are allowed per minute from one IP address (IPv6: one /64).',
  ),
  signInMaxPerAccount: wholeNumberSetting(
    'SIGN_IN_MAX_PER_ACCOUNT',
    10,
    'Wrong passwords that are allowed for one account in 15 minutes.',
  ),
  signInMaxPerAddress: wholeNumberSetting(
    'SIGN_IN_MAX_PER_ADDRESS',
    50,
    'Wrong passwords that are allowed from one IP address (IPv6: one /64) in 15 minutes.',
  ),
  userFilesPerCaller: wholeNumberSetting(
    'USER_FILES_PER_CALLER',
    10,
    'User files that one caller can preview or upload per minute, one after another.',
  ),
  multiFactorPerEmail: wholeNumberSetting(
    'MULTI_FACTOR_PER_EMAIL',
    30,
    'Queries of `multiFactor` that are allowed per hour for one email address.',
  ),
};
