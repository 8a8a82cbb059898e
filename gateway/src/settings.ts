import { isIP } from 'node:net';
import { z } from 'zod';

/** Why the gateway does not start, in one line for the person who starts it. */
export class StartError extends Error {
  override name = 'StartError';
}

const minSecretLength = 32;

const text = (fallback: string) => z.string().trim().default(fallback);
const whole = (min: number, max: number, fallback: number) =>
  z
    .string()
    .trim()
    .default(String(fallback))
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);
const onOff = (fallback: 'on' | 'off') =>
  z
    .string()
    .trim()
    .default(fallback)
    .refine((value) => value === 'on' || value === 'off', { error: 'must be on or off' })
    .transform((value) => value === 'on');
const list = (entry: RegExp | ((value: string) => boolean), error: string) =>
  text('')
    .transform((value) => value.split(',').flatMap((part) => part.trim() || []))
    .refine((parts) => parts.every((part) => (typeof entry === 'function' ? entry(part) : entry.test(part))), {
      error,
    });

const webAddress = (value: string): URL | null => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const plain = url && !url.username && !url.password && !url.search && !url.hash;
  return plain && /^https?:$/.test(url.protocol) ? url : null;
};
const address = (fallback: string, error: string, accept: (url: URL) => boolean = () => true) =>
  text(fallback)
    .refine(
      (value) => {
        const url = webAddress(value);
        return url !== null && accept(url);
      },
      { error },
    )
    .transform((value) => new URL(value));
const headerName = (fallback: string, empty: boolean) =>
  text(fallback)
    .transform((value) => value.toLowerCase())
    .refine((value) => (empty && value === '') || /^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(value), {
      error: `must be the name of an HTTP header${empty ? ', or empty' : ''}`,
    });

const isCidr = (value: string): boolean => {
  const [ip = '', bits, ...more] = value.split('/');
  const most = isIP(ip) === 4 ? 32 : 128;
  return (
    isIP(ip) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
};

const schema = z.object({
  HOST: text('127.0.0.1').refine((value) => value !== '', { error: 'must be an address to listen on' }),
  PORT: whole(0, 65_535, 3000),
  PRODUCT_API_URL: address(
    'http://127.0.0.1:4100',
    'must be an http or https address with an optional path, and nothing after it',
  ),
  PUBLIC_URL: address(
    'http://localhost:3000',
    'must be an http or https address without a path',
    ({ pathname }) => pathname === '/',
  ),
  SESSION_SECRET: list(
    (secret) => secret.length >= minSecretLength,
    `must have at least ${minSecretLength} characters; while rotating two values, comma separated: new, old`,
  ).refine((secrets) => secrets.length <= 2, { error: 'must be one value, or two while rotating: new, old' }),
  API_KEY_HEADER: headerName('api-key', false),
  SESSION_TOKEN_HEADER: headerName('access-token', true),
  PRODUCT_API_TIMEOUT_MS: text('')
    .refine((value) => /^\d{0,9}$/.test(value), {
      error: 'must be a whole number of milliseconds, 0 for none, or unset for 10 s, 30 s and 120 s',
    })
    .transform((value) => (value === '' ? undefined : Number(value))),
  STRICT_SIGN_IN: onOff('off'),
  INTROSPECTION: onOff('on'),
  IMAGE_HOSTS: list(/^[a-z0-9.-]+(:\d{1,5})?$/i, 'must be host names, comma separated').transform((hosts) =>
    hosts.map((host) => host.toLowerCase()),
  ),
  TRUST_PROXY: text('')
    .refine(
      (value) => value === '' || /^\d{1,2}$/.test(value) || value.split(',').every((part) => isCidr(part.trim())),
      {
        error: 'must be a number of hops, or the addresses (CIDR) of your proxies, comma separated',
      },
    )
    .transform((value) => {
      if (value === '') return false;
      if (!/^\d+$/.test(value)) return value.split(',').map((part) => part.trim());
      const hops = Number(value);
      return (_address: string, hop: number) => hop < hops;
    }),
  DRAIN_DELAY_MS: whole(0, 60_000, 0),
  MAX_DEPTH: whole(1, 100, 8),
  MAX_ALIASES: whole(0, 1000, 15),
  MAX_ROOT_FIELDS: whole(1, 1000, 10),
  MAX_TOKENS: whole(100, 100_000, 1000),
  MAX_OBJECT_CALLS: whole(1, 1000, 30),
  MULTI_FACTOR_PER_ADDRESS: whole(1, 100_000, 10),
  MULTI_FACTOR_PER_EMAIL: whole(1, 100_000, 30),
});

/** What the operator decides; the table of settings in the documentation says what each one means. */
export type GatewaySettings = Readonly<z.output<typeof schema>>;

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Production is a public address that is not this machine. */
const isProduction = ({ PUBLIC_URL }: GatewaySettings): boolean => !localHosts.has(PUBLIC_URL.hostname);

/** Reads the settings from the environment; every wrong or missing one is named in one line of a `StartError`. */
export function readGatewaySettings(env: Readonly<Record<string, string | undefined>>): GatewaySettings {
  const given = Object.fromEntries(Object.keys(schema.shape).flatMap((key) => (env[key] ? [[key, env[key]]] : [])));
  // A wrong PORT is reported once, as itself.
  const port = schema.shape.PORT.safeParse(given.PORT).data ?? 3000;
  // The header may be switched off, so an empty value counts there.
  if (env.SESSION_TOKEN_HEADER !== undefined) given.SESSION_TOKEN_HEADER = env.SESSION_TOKEN_HEADER;
  const result = schema.safeParse({ PUBLIC_URL: `http://localhost:${port}`, ...given });
  if (!result.success) {
    const named = new Map(result.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
    throw new StartError([...named].map(([name, message]) => `${name} ${message}`).join('; '));
  }
  const settings = result.data;
  if (isProduction(settings)) {
    const missing = [
      ...(settings.SESSION_SECRET.length === 0 ? [`SESSION_SECRET (at least ${minSecretLength} characters)`] : []),
      ...(settings.PUBLIC_URL.protocol === 'https:' ? [] : ['an https PUBLIC_URL']),
    ];
    if (missing.length > 0)
      throw new StartError(`PUBLIC_URL is not this machine, so these are required: ${missing.join(', ')}`);
  }
  return settings;
}
