import { isEmail } from '@console/contract/fields/user-rules';
import { keyHeaders } from '@console/contract/key-headers';
import { longestSessionHours } from '@console/contract/session-length';
import { z } from 'zod';

/** Reading of settings for both servers: a table for each server, and a single line on the terminal for wrong settings. */

/** A failed start that the operator can correct. Prints only the message, one line; the exit code is 1. */
export class StartError extends Error {
  override name = 'StartError';
}

type Env = Readonly<Record<string, string | undefined>>;

export interface Setting<T = unknown> {
  /** The environment variable. */
  name: string;
  /** The default as text; without one the setting may be unset. */
  fallback?: string | undefined;
  /** Derives the default from other settings. The docs then show `fallback`. */
  deriveDefault?: (env: Env) => string;
  description: string;
  /** The allowed values; completes "NAME must be …". */
  allowed: string;
  schema: z.ZodType<T, string>;
  /** Explains a usual mistake that `allowed` does not cover; completes "NAME …". */
  explain?: (text: string) => string | null;
  /** The value is never shown. */
  secret?: true;
  /** An empty value is valid; for other settings it means unset. */
  mayBeEmpty?: true;
}

export type Settings<L extends Record<string, Setting>> = {
  [K in keyof L]: L[K] extends Setting<infer T> ? T : never;
};

/** A whole number, 0 to 1,000,000 unless it says otherwise. */
export const wholeNumberSetting = (
  name: string,
  fallback: number,
  description: string,
  { min = 1, max = 1_000_000 } = {},
): Setting<number> => ({
  name,
  fallback: String(fallback),
  description,
  allowed: `a whole number from ${min} to ${max}`,
  schema: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max),
});

export const onOffSetting = (name: string, fallback: 'on' | 'off', description: string): Setting<boolean> => ({
  name,
  fallback,
  description,
  allowed: 'on or off',
  schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
});

export const choiceSetting = <const W extends string>(
  name: string,
  words: readonly W[],
  fallback: W,
  description: string,
): Setting<W> => {
  const allowed = words.join(', ').replace(/, (?!.*, )/, ' or ');
  return { name, fallback, description, allowed, schema: z.enum(words) };
};

export const textLineSetting = (name: string, fallback: string, description: string): Setting<string> => ({
  name,
  fallback,
  description,
  allowed: 'one line of text',
  schema: z.string().regex(/^[^\r\n]+$/),
});

/** A URL with one of these protocols (`http:`). */
export const addressSetting = (
  name: string,
  protocols: string[],
  fallback: string,
  description: string,
): Setting<URL> => ({
  name,
  fallback,
  description,
  allowed: `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  schema: z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol))
    .transform((value) => new URL(value)),
});

/** A URL without user, query and fragment that `accept` allows. */
export const plainAddress = (
  setting: Setting<URL>,
  accept: (url: URL) => boolean = () => true,
  allowed = 'an http or https URL with an optional path, and nothing after it',
): Setting<URL> => ({
  ...setting,
  allowed,
  schema: setting.schema.refine((url) => !url.username && !url.password && !url.search && !url.hash && accept(url)),
});

/** The name of an HTTP header, in lower case. */
const headerNameSetting = (name: string, fallback: string, description: string): Setting<string> => ({
  name,
  fallback,
  description,
  allowed: 'the name of an HTTP header',
  schema: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/)
    .transform((value) => value.toLowerCase()),
});

/** The name of an HTTP header; empty disables it. */
const optionalHeaderNameSetting = (name: string, fallback: string, description: string): Setting<string> => ({
  ...headerNameSetting(name, fallback, description),
  allowed: 'the name of an HTTP header, or empty',
  schema: z
    .string()
    .regex(/^[A-Za-z0-9-]{0,64}$/)
    .transform((value) => value.toLowerCase()),
  mayBeEmpty: true,
});

/** One secret, or two during a rotation, the new one first. Empty when unset. */
export const secretsSetting = (name: string, description: string): Setting<string[]> => ({
  name,
  fallback: '',
  description,
  allowed: 'at least 32 characters, or two such values separated by a comma while it is changed: new, old',
  schema: z
    .string()
    .transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim())))
    .refine((parts) => parts.length <= 2 && parts.every((part) => part.length >= 32)),
  secret: true,
});

export const optionalSetting = <T>(setting: Setting<T>): Setting<T | undefined> => ({
  ...setting,
  fallback: undefined,
  schema: setting.schema as z.ZodType<T | undefined, string>,
});

export const sharedSettings = {
  host: textLineSetting('HOST', '127.0.0.1', 'IP address or host name to listen on.'),
  dataDir: textLineSetting('DATA_DIR', './data', 'Folder for generated secrets and the embedded database.'),
  publicUrl: {
    ...plainAddress(
      addressSetting(
        'PUBLIC_URL',
        ['http:', 'https:'],
        'http://localhost:3000',
        'URL of the console. Links in emails point to it, and browser requests are accepted only from its pages.',
      ),
      ({ pathname }) => pathname === '/',
      'an http or https URL without a path',
    ),
    deriveDefault: ({ PORT = '' }: Env) => {
      const here = `http://localhost:${PORT.trim() || '3000'}`;
      return URL.canParse(here) ? here : 'http://localhost:3000';
    },
  },
  apiKeyHeader: headerNameSetting(
    'API_KEY_HEADER',
    keyHeaders.apiKey,
    'Header that carries the API key to the product API.',
  ),
  sessionTokenHeader: optionalHeaderNameSetting(
    'SESSION_TOKEN_HEADER',
    keyHeaders.sessionToken,
    'Header that carries the session token to the product API and back. If empty, the token is not sent.',
  ),
  strictSignIn: onOffSetting(
    'STRICT_SIGN_IN',
    'off',
    'Whether sign-in responds to an unknown email address in the same way as to a wrong password.',
  ),
  assessorManagesUsers: onOffSetting(
    'ASSESSOR_MANAGES_USERS',
    'on',
    'Whether Assessors can create, change, upload and invite users, and change single sign-on. If off, they can only view, activate and deactivate users.',
  ),
  requirePasswordOnActivate: onOffSetting(
    'REQUIRE_PASSWORD_ON_ACTIVATE',
    'off',
    'Whether activating a user or an organisation also requires the password. The built-in platform needs this setting too, and accepts a passkey or the identity provider instead.',
  ),
  gatewaySecrets: secretsSetting(
    'GATEWAY_SECRET',
    'Secret that gateway and platform share. The gateway needs it to report refusals to the audit log. If it is not set, the platform generates one and stores it in DATA_DIR. Without it, a gateway that runs alone writes refusals, and the exports that it creates itself, to its own log.',
  ),
  otpRememberDays: wholeNumberSetting(
    'OTP_REMEMBER_DAYS',
    30,
    'Days for which a device is remembered after a correct passcode.',
    {
      max: 365,
    },
  ),
  sessionIdleMinutes: wholeNumberSetting(
    'SESSION_IDLE_MINUTES',
    30,
    'Minutes without use after which a session ends. The value of the gateway counts only in front of a product API without extensions.',
  ),
  sessionHours: wholeNumberSetting(
    'SESSION_HOURS',
    12,
    'Hours after which a session ends even if it is in use. The value of the gateway counts only in front of a product API without extensions.',
    { max: longestSessionHours },
  ),
  drainSeconds: wholeNumberSetting(
    'DRAIN_SECONDS',
    0,
    'Seconds to report "not ready" before closing connections at shutdown.',
    {
      min: 0,
      max: 300,
    },
  ),
  logLevel: optionalSetting(
    choiceSetting(
      'LOG_LEVEL',
      ['debug', 'info', 'warn', 'error', 'silent'],
      'info',
      'Lowest level that is written to the log. Unset: warn on localhost, info elsewhere.',
    ),
  ),
  logAddresses: choiceSetting(
    'LOG_ADDRESSES',
    ['hash', 'full', 'none'],
    'hash',
    'How the log shows the IP address if user and API key are unknown: as a keyed hash, in full, or not at all.',
  ),
  metricsPort: optionalSetting(
    wholeNumberSetting(
      'METRICS_PORT',
      0,
      'Port on which the process serves `/metrics` for Prometheus. Unset: no metrics.',
      { min: 1, max: 65_535 },
    ),
  ),
  metricsHost: textLineSetting(
    'METRICS_HOST',
    '127.0.0.1',
    'IP address or host name on which metrics are served. Anyone who can reach it can read them.',
  ),
  probeEmail: optionalSetting({
    name: 'PROBE_EMAIL',
    description:
      'Email address of the user that the `probe` command signs in as. Its successful sign-ins are not counted, and its organisation is left out of the overview. Unset: no probe.',
    allowed: 'an email address',
    schema: z.string().toLowerCase().pipe(z.email().refine(isEmail)),
  } satisfies Setting<string>),
  tracesEndpoint: optionalSetting(
    plainAddress(
      addressSetting(
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        ['http:', 'https:'],
        '',
        'URL of the OTLP/HTTP (JSON) receiver of traces. They are sent to `/v1/traces` below it. Unset: no traces.',
      ),
    ),
  ),
  tracesShare: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '0.1',
    description: 'Fraction of traces to record. A trace started by a trusted caller keeps that caller’s decision.',
    allowed: 'a number from 0 to 1',
    schema: z
      .string()
      .regex(/^(0|1|[01]?\.\d{1,6})$/)
      .transform(Number)
      .refine((share) => share <= 1),
  } satisfies Setting<number> as Setting<number>,
};

/** Matches a URL with a user and a password, even in a setting that does not allow them. */
const mayHavePassword = /:\/\/\S*@/;

function readOne(setting: Setting, env: Env): { value?: unknown; complaint?: string } {
  const given = env[setting.name]?.trim();
  const text =
    given || (setting.mayBeEmpty && given === '') ? given : (setting.deriveDefault?.(env) ?? setting.fallback);
  if (text === undefined) return {};
  const parsed = setting.schema.safeParse(text);
  if (parsed.success) return { value: parsed.data };
  const explained = setting.explain?.(text);
  const isSecret = setting.secret || mayHavePassword.test(text);
  const shown = isSecret ? 'its value is not shown' : `it is ${JSON.stringify(text.slice(0, 100))}`;
  return { complaint: `${setting.name} ${explained ?? `must be ${setting.allowed}`} (${shown}).` };
}

/** The settings of a table. A wrong setting gets its default, and a complaint under its name. */
export interface ExaminedSettings<S> {
  settings: S;
  wrong: ReadonlyMap<string, string>;
}

/** Reads settings from the environment, collecting problems. */
export function examineSettings<L extends Record<string, Setting>>(list: L, env: Env): ExaminedSettings<Settings<L>> {
  const wrong = new Map<string, string>();
  const values = Object.entries(list).map(([key, setting]) => {
    const { value, complaint } = readOne(setting, env);
    if (complaint === undefined) return [key, value];
    wrong.set(setting.name, complaint);
    return [key, readOne(setting, { ...env, [setting.name]: undefined }).value];
  });
  return { settings: Object.fromEntries(values) as Settings<L>, wrong };
}

/** Settings of a server at its start. Throws StartError, which names every wrong setting in one line. */
export function requireValid<S>({ settings, wrong }: ExaminedSettings<S>): S {
  if (wrong.size > 0) throw new StartError([...wrong.values()].join(' '));
  return settings;
}

/** Reads settings from the environment. Throws StartError, which names every wrong value in one line. */
export const readSettings = <L extends Record<string, Setting>>(list: L, env: Env): Settings<L> =>
  requireValid(examineSettings(list, env));

/** Whether a host is this machine. */
export const isLocalAddress = ({ hostname }: URL): boolean =>
  hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname) || /(^|\.)localhost$/.test(hostname);

/** Settings that production lacks, in one line; null if none is missing. Production means a PUBLIC_URL that is not this machine. */
export function describeIncompleteProduction(publicUrl: URL, lacks: Record<string, boolean>): string | null {
  if (isLocalAddress(publicUrl)) return null;
  const all = { 'an https PUBLIC_URL': publicUrl.protocol !== 'https:', ...lacks };
  const missing = Object.entries(all).flatMap(([name, lacking]) => (lacking ? [name] : []));
  if (missing.length === 0) return null;
  return `PUBLIC_URL is not localhost, so this is production, and production requires: ${missing.join(', ')}.`;
}

/** Short reason of a failed system call, such as `permission denied (EACCES)`. */
export function systemErrorReason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const text = /^E[A-Z]+: ([^,]+)/.exec(message ?? '')?.[1];
  return text && code ? `${text} (${code})` : (message ?? String(error)).replace(/\s+/g, ' ');
}

export function listenError(
  setting: string,
  { host, port }: { host: string; port: number },
  error: unknown,
  hostSetting = 'HOST',
) {
  const { code } = error as { code?: string };
  if (code === 'EADDRINUSE')
    return new StartError(`${setting} ${port} on ${host} is in use: free it, or set another port.`);
  const name =
    code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' ? `${hostSetting} ${host}` : `${setting} ${port} on ${host}`;
  return new StartError(`${name} cannot be listened on: ${systemErrorReason(error)}.`);
}
