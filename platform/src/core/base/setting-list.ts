import type { BlockList } from 'node:net';
import { secretAddressSetting } from '@console/contract/address-password';
import { parseNetworks } from '@console/contract/networks';
import { invitationTokenDays, resetTokenHours } from '@console/contract/rules';
import {
  choiceSetting,
  onOffSetting,
  optionalSetting,
  type Setting,
  secretsSetting,
  sharedSettings,
  textLineSetting,
  wholeNumberSetting,
} from '@console/contract/settings';
import { normaliseText } from '@console/contract/text-rules';
import { validateUser } from '@console/contract/user-rules';
import { z } from 'zod';

const networks = (name: string, description: string): Setting<BlockList> => ({
  name,
  fallback: '',
  description,
  allowed: 'addresses or networks separated by commas, such as 10.0.0.0/8, ::1',
  schema: z.string().transform((value, context): BlockList => {
    const list = parseNetworks(value);
    if (list) return list;
    context.addIssue('not a list of networks');
    return z.NEVER;
  }),
});

/** An address that may contain a password and is not normalised. */
const secretAddress = (name: string, protocols: string[], description: string): Setting<string | undefined> => {
  const { schema, ...rest } = secretAddressSetting(name, protocols, '', description);
  return optionalSetting({ ...rest, schema: z.string().refine((value) => schema.safeParse(value).success) });
};

/** All settings of the platform. */
export const settingList = {
  ...sharedSettings,
  port: wholeNumberSetting('PLATFORM_PORT', 4100, 'Port of the product API.', { max: 65_535 }),
  databaseUrl: secretAddress(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'PostgreSQL server to use instead of the embedded database.',
  ),
  databaseReadUrl: secretAddress(
    'DATABASE_READ_URL',
    ['postgres:', 'postgresql:'],
    'Streaming replica of `DATABASE_URL`, from which lists, searches, counts and exports come when it has all that was committed before. Unset: everything comes from `DATABASE_URL`.',
  ),
  preparesStatements: onOffSetting(
    'DATABASE_PREPARED_STATEMENTS',
    'on',
    'Whether connections to `DATABASE_URL` prepare statements. Turn it off for a pooler that changes connections between transactions and does not keep them, such as PgBouncer before 1.21.',
  ),
  postgresPrograms: optionalSetting(
    textLineSetting(
      'POSTGRES_PROGRAMS',
      '',
      'Folder of `pg_dump` and `pg_restore`, which `backup` and `restore` use. They must be of the release of the server. Unset: they are looked for in PATH and where packages put them.',
    ),
  ),
  backupPublicKey: optionalSetting(
    textLineSetting(
      'BACKUP_PUBLIC_KEY',
      '',
      'Public key of age (`age1…`), or a file with it, to which `backup` encrypts; several are separated by commas.',
    ),
  ),
  smtpUrl: secretAddress(
    'SMTP_URL',
    ['smtp:', 'smtps:'],
    'Mail server; without it mails stay in the outbox and are sent at the next start with it, passcodes excepted.',
  ),
  smtpConnections: wholeNumberSetting(
    'SMTP_CONNECTIONS',
    5,
    'Connections to the mail server for passcodes and password resets, and as many again for the other mails.',
    { min: 2, max: 50 },
  ),
  mailFrom: textLineSetting('MAIL_FROM', 'Console <no-reply@localhost>', 'Sender of mails.'),
  secrets: secretsSetting(
    'PLATFORM_SECRET',
    'Protects values that are too short for a plain hash; generated once and stored in DATA_DIR when it is not set.',
  ),
  unreadableSecrets: choiceSetting(
    'UNREADABLE_SECRETS',
    ['refuse', 'give-up'],
    'refuse',
    'What a start does while stored secrets need an earlier `PLATFORM_SECRET`: refuse, or give them up until they are entered again.',
  ),
  extensions: onOffSetting('PLATFORM_EXTENSIONS', 'on', 'Whether calls and fields beyond the basic ones are served.'),
  trustedGateways: networks(
    'TRUSTED_GATEWAYS',
    'Gateways, besides this machine, that are trusted to send a client’s address.',
  ),
  outboundHosts: {
    name: 'OUTBOUND_HOSTS',
    fallback: '',
    description:
      'Hosts that addresses entered by customers, such as that of a provider of single sign-on, may lead to besides public https: these may be private and http.',
    allowed:
      'hosts, each with a port unless it is that of the scheme, separated by commas, such as idp.example.internal, 127.0.0.1:8080',
    schema: z
      .string()
      .transform((value) =>
        value
          .toLowerCase()
          .split(',')
          .flatMap((host) => host.trim() || []),
      )
      .refine((hosts) => hosts.every((host) => URL.canParse(`http://${host}`) && /^[^/?#@\s\\]+$/.test(host))),
  } satisfies Setting<string[]>,
  demo: optionalSetting(
    onOffSetting(
      'DEMO',
      'off',
      'Demo data into an empty database; needs a loopback HOST and a localhost PUBLIC_URL. Unset: on with both, the embedded database and no FIRST_ADMIN_EMAIL.',
    ),
  ),
  firstAdminEmail: optionalSetting({
    name: 'FIRST_ADMIN_EMAIL',
    description:
      'Email of the first Administrator, who is created in a database without users; the start prints a link to set the password. Without effect with PRODUCT_API_URL.',
    allowed: 'an email address',
    schema: z
      .string()
      .transform((value) => normaliseText(value).toLowerCase())
      .refine((email) => Object.keys(validateUser({ email }, { fields: ['email'] })).length === 0),
  }),
  probePasswordFile: optionalSetting(
    textLineSetting(
      'PROBE_PASSWORD_FILE',
      '',
      'File of the password of PROBE_EMAIL, which only its owner may read. Unset: `probe.password` in DATA_DIR.',
    ),
  ),
  signInMaxPerAccount: wholeNumberSetting(
    'SIGN_IN_MAX_PER_ACCOUNT',
    10,
    'Wrong passwords for an account before pauses begin.',
  ),
  signInMaxPerAddress: wholeNumberSetting(
    'SIGN_IN_MAX_PER_ADDRESS',
    50,
    'Wrong passwords from an address before pauses begin.',
  ),
  resetTokenHours: wholeNumberSetting(
    'RESET_TOKEN_HOURS',
    resetTokenHours,
    'Hours for which the link of a password reset is valid.',
    { max: 24 },
  ),
  invitationTokenDays: wholeNumberSetting(
    'INVITATION_TOKEN_DAYS',
    invitationTokenDays,
    'Days for which the link of an invitation is valid.',
    { max: 60 },
  ),
  enforceEmailDomain: onOffSetting(
    'ENFORCE_EMAIL_DOMAIN',
    'off',
    'Whether new users must have an email of their organisation’s domains, where it has any.',
  ),
  sessionIdleMinutes: wholeNumberSetting(
    'SESSION_IDLE_MINUTES',
    30,
    'Minutes without use after which a session has ended.',
  ),
  sessionHours: wholeNumberSetting('SESSION_HOURS', 12, 'Hours after which a session has ended in any case.', {
    max: 720,
  }),
};
