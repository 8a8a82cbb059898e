import type { BlockList } from 'node:net';
import { z } from 'zod';
import { parseCidrs } from './core/client-address.ts';

/** One setting: how it is read, what it is when it is not set, and what a person is told about it. */
export interface Setting<T = unknown> {
  /** The environment variable. */
  name: string;
  /** What is read when it is not set; without one it may stay unset. */
  fallback?: string;
  meaning: string;
  /** Completes "NAME must be …". */
  allowed: string;
  schema: z.ZodType<T, string>;
  /** Its value is never shown. */
  secret?: true;
  /** An empty value is a value of its own; elsewhere it is as good as not set. */
  mayBeEmpty?: true;
}

const whole = (name: string, fallback: number, meaning: string, max = 1_000_000): Setting<number> => ({
  name,
  fallback: String(fallback),
  meaning,
  allowed: `a whole number from 1 to ${max}`,
  schema: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max),
});

const onOff = (name: string, meaning: string, fallback?: 'on' | 'off'): Setting<boolean> => ({
  name,
  ...(fallback && { fallback }),
  meaning,
  allowed: 'on or off',
  schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
});

const text = (name: string, fallback: string, meaning: string): Setting<string> => ({
  name,
  fallback,
  meaning,
  allowed: 'a text of one line',
  schema: z.string().regex(/^[^\r\n]+$/),
});

const address = (name: string, protocols: string[], meaning: string): Setting<string> => ({
  name,
  meaning,
  allowed: `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  schema: z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol)),
});

const header = (name: string, fallback: string, meaning: string): Setting<string> => ({
  name,
  fallback,
  meaning,
  allowed: 'the name of an HTTP header',
  schema: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/)
    .transform((value) => value.toLowerCase()),
});

/** Every setting of the platform. */
export const settingList = {
  host: text('HOST', '127.0.0.1', 'Address to listen on.'),
  port: whole('PLATFORM_PORT', 4100, 'Port to listen on.', 65_535),
  dataDir: text('DATA_DIR', './data', 'Folder of the embedded database and of the secrets that were made here.'),
  databaseUrl: {
    ...address('DATABASE_URL', ['postgres:', 'postgresql:'], 'PostgreSQL server to use instead of the embedded one.'),
    secret: true,
  },
  smtpUrl: {
    ...address('SMTP_URL', ['smtp:', 'smtps:'], 'Mail server; without it mails stay in the local outbox.'),
    secret: true,
  },
  mailFrom: text('MAIL_FROM', 'Console <no-reply@localhost>', 'Sender of mails.'),
  secrets: {
    name: 'PLATFORM_SECRET',
    meaning: 'Keys what is too short to be stored as a plain hash; made once and kept in DATA_DIR when it is not set.',
    allowed: 'at least 32 characters, or two such values separated by a comma while it is changed: new, old',
    schema: z
      .string()
      .transform((value) => value.split(',').map((part) => part.trim()))
      .refine((parts) => parts.length <= 2 && parts.every((part) => part.length >= 32)),
    secret: true,
  } satisfies Setting<string[]> as Setting<string[]>,
  publicUrl: {
    ...address('PUBLIC_URL', ['http:', 'https:'], 'Address of the console, for links in mails.'),
    fallback: 'http://localhost:3000',
  },
  apiKeyHeader: header('API_KEY_HEADER', 'api-key', 'Request header that carries the API key.'),
  sessionTokenHeader: {
    ...header(
      'SESSION_TOKEN_HEADER',
      'access-token',
      'Header that carries the session token; empty: no session token.',
    ),
    schema: z
      .string()
      .regex(/^[A-Za-z0-9-]{0,64}$/)
      .transform((value) => value.toLowerCase()),
    allowed: 'the name of an HTTP header, or empty',
    mayBeEmpty: true,
  },
  strictSignIn: onOff('STRICT_SIGN_IN', 'Whether an unknown email is answered like a wrong password.', 'off'),
  extensions: onOff('PLATFORM_EXTENSIONS', 'Whether the calls and fields beyond the specification are served.', 'on'),
  trustedGateways: {
    name: 'TRUSTED_GATEWAYS',
    fallback: '',
    meaning: 'Gateways, beside this machine, whose word about a client address is believed.',
    allowed: 'addresses or networks separated by commas, such as 10.0.0.0/8, ::1',
    schema: z.string().transform((value, context): BlockList => {
      const list = parseCidrs(value);
      if (list) return list;
      context.addIssue('not a list of networks');
      return z.NEVER;
    }),
  } satisfies Setting<BlockList> as Setting<BlockList>,
  demo: onOff(
    'DEMO',
    'Demo data into an empty database; by default with the embedded database and a localhost PUBLIC_URL.',
  ),
  drainSeconds: {
    ...whole(
      'DRAIN_SECONDS',
      0,
      'Seconds for which /health/ready says no before connections are closed at the end.',
      300,
    ),
    allowed: 'a whole number from 0 to 300',
    schema: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .refine((value) => value <= 300),
  },
  signInMaxPerAccount: whole(
    'SIGN_IN_MAX_PER_ACCOUNT',
    10,
    'Wrong passwords for an account in a window before pauses begin.',
  ),
  signInMaxPerAddress: whole(
    'SIGN_IN_MAX_PER_ADDRESS',
    50,
    'Wrong passwords from an address in a window before pauses begin.',
  ),
  signInWindowMinutes: whole('SIGN_IN_WINDOW_MINUTES', 15, 'Length of that window.'),
  otpMaxTries: whole('OTP_MAX_TRIES', 5, 'Wrong tries after which a passcode is dead.', 10),
  otpMinutes: whole('OTP_MINUTES', 5, 'Minutes for which a passcode is good.', 10),
  otpResendSeconds: whole('OTP_RESEND_SECONDS', 30, 'Seconds between two sends of a passcode.', 600),
  otpMaxPerHour: whole('OTP_MAX_PER_HOUR', 5, 'Unused passcodes sent for an account in an hour.'),
  otpMaxPerDay: whole('OTP_MAX_PER_DAY', 10, 'Unused passcodes sent for an account in a day.'),
  otpMaxPerAddress: whole(
    'OTP_MAX_PER_ADDRESS',
    20,
    'Passcodes asked for from an address in an hour without a sign-in under way.',
  ),
  otpRememberDays: whole('OTP_REMEMBER_DAYS', 30, 'Days for which a device is remembered after a right passcode.', 365),
  sessionIdleMinutes: whole('SESSION_IDLE_MINUTES', 30, 'Minutes without use after which a session has ended.'),
  sessionHours: whole('SESSION_HOURS', 12, 'Hours after which a session has ended in any case.', 720),
};
