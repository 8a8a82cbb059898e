import { networksIn } from '@console/contract/networks';
import { address, onOff, optional, type Setting, secrets, sharedSettings, whole } from '@console/contract/settings';
import { z } from 'zod';

const parts = (value: string): string[] => value.split(',').flatMap((part) => part.trim() || []);

const plainAddress = (setting: Setting<URL>, accept: (url: URL) => boolean, allowed: string): Setting<URL> => ({
  ...setting,
  allowed,
  schema: setting.schema.refine((url) => !url.username && !url.password && !url.search && !url.hash && accept(url)),
});

const http = ['http:', 'https:'];

/** Whom Fastify believes about the client's address: nobody, these networks, or so many hops from here. */
type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

const trustProxy: Setting<TrustProxy> = {
  name: 'TRUST_PROXY',
  fallback: '',
  meaning:
    'Proxies in front whose X-Forwarded-For is believed. Prefer networks where the port can also be reached directly.',
  allowed: 'a number of hops, or addresses or networks separated by commas, such as 10.0.0.0/8, ::1',
  schema: z
    .string()
    .refine((value) => value === '' || /^\d{1,2}$/.test(value) || networksIn(value) !== null)
    .transform((value): TrustProxy => {
      if (value === '') return false;
      if (!/^\d+$/.test(value)) return parts(value);
      const hops = Number(value);
      return (_address, hop) => hop < hops;
    }),
};

/** Every setting of the gateway. */
export const settingList = {
  ...sharedSettings,
  publicUrl: plainAddress(
    sharedSettings.publicUrl,
    ({ pathname }) => pathname === '/',
    'an http or https address without a path',
  ),
  port: whole('PORT', 3000, 'Port of the console and of GraphQL.', { max: 65_535 }),
  productApiUrl: plainAddress(
    address('PRODUCT_API_URL', http, 'http://127.0.0.1:4100', 'The product API. Set it and no platform is started.'),
    () => true,
    'an http or https address with an optional path, and nothing after it',
  ),
  secrets: secrets(
    'SESSION_SECRET',
    'Seals the cookies of browser sessions; made once and kept in DATA_DIR when it is not set.',
  ),
  productApiTimeoutMs: optional(
    whole(
      'PRODUCT_API_TIMEOUT_MS',
      0,
      'Milliseconds for every call to the product API; 0: no limit. Unset: 10 s for reads, 30 s for writes, 120 s for uploads.',
      { min: 0, max: 9_999_999 },
    ),
  ),
  introspection: onOff('INTROSPECTION', 'on', 'Whether the schema may be asked for over GraphQL.'),
  sandbox: onOff('SANDBOX', 'on', 'Whether a browser that opens `/graphql` is given the sandbox.'),
  imageHosts: {
    name: 'IMAGE_HOSTS',
    fallback: '',
    meaning: 'Hosts from which logos of another product API may be shown.',
    allowed: 'host names separated by commas',
    schema: z
      .string()
      .transform((value) => parts(value.toLowerCase()))
      .refine((hosts) => hosts.every((host) => /^[a-z0-9.-]+(:\d{1,5})?$/.test(host))),
  } satisfies Setting<string[]> as Setting<string[]>,
  trustProxy,
  maxDepth: whole('MAX_DEPTH', 8, 'Levels of nesting of an operation.', { max: 100 }),
  maxAliases: whole('MAX_ALIASES', 15, 'Aliases in an operation.', { min: 0, max: 1_000 }),
  maxRootFields: whole('MAX_ROOT_FIELDS', 10, 'Fields at the root of a query; a mutation has one.', { max: 1_000 }),
  maxTokens: whole('MAX_TOKENS', 1_000, 'Lexical tokens in a document.', { min: 100, max: 100_000 }),
  maxObjectCalls: whole('MAX_OBJECT_CALLS', 30, 'Calls that fields marked @perObjectCall may make in an operation.', {
    max: 1_000,
  }),
  multiFactorPerAddress: whole('MULTI_FACTOR_PER_ADDRESS', 10, 'Asking `multiFactor`: times a minute for an address.'),
  multiFactorPerEmail: whole('MULTI_FACTOR_PER_EMAIL', 30, 'Asking `multiFactor`: times an hour for an email.'),
};
