import type { BlockList } from 'node:net';
import { storedEmail } from '@console/contract/fields/domain-rules';
import { normaliseText } from '@console/contract/fields/text-rules';
import { isEmail } from '@console/contract/fields/user-rules';
import { invitationTokenDays, resetTokenHours } from '@console/contract/rules';
import { secretAddressSetting } from '@console/server-base/address-password';
import { parseNetworks } from '@console/server-base/networks';
import {
  choiceSetting,
  onOffSetting,
  optionalSetting,
  type Setting,
  secretsSetting,
  sharedSettings,
  textLineSetting,
  wholeNumberSetting,
} from '@console/server-base/settings';
import { z } from 'zod';

const networks = (name: string, description: string): Setting<BlockList> => ({
  name,
  fallback: '',
  description,
  allowed: 'IP addresses or networks separated by commas, such as 10.0.0.0/8, ::1',
  schema: z.string().transform((value, context): BlockList => {
    const list = parseNetworks(value);
    if (list) return list;
    context.addIssue('not a list of networks');
    return z.NEVER;
  }),
});

/** URL that may contain a password and is not normalised. */
const secretAddress = (name: string, protocols: string[], description: string): Setting<string | undefined> => {
  const { schema, ...rest } = secretAddressSetting(name, protocols, '', description);
  return optionalSetting({ ...rest, schema: z.string().refine((value) => schema.safeParse(value).success) });
};

export const settingList = {
  ...sharedSettings,
  port: wholeNumberSetting('PLATFORM_PORT', 4100, 'Port of the product API.', { max: 65_535 }),
  databaseUrl: secretAddress(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'URL of the PostgreSQL database to use instead of the embedded one.',
  ),
  erasedIds: {
    ...textLineSetting(
      'ERASED_IDS',
      './data/erased-ids.jsonl',
      'File with the ids of erased users. Each line is written before its erasure commits. Keep it outside the database and its backups, and give all platforms of a database the same file.',
    ),
    deriveDefault: ({ DATA_DIR = '' }) => `${DATA_DIR.trim() || './data'}/erased-ids.jsonl`,
  },
  databaseReadUrl: secretAddress(
    'DATABASE_READ_URL',
    ['postgres:', 'postgresql:'],
    'URL of a streaming replica of `DATABASE_URL`. Lists, searches, counts and exports are read from the replica once it has everything that was committed before the request. Unset: everything is read from `DATABASE_URL`.',
  ),
  preparesStatements: onOffSetting(
    'DATABASE_PREPARED_STATEMENTS',
    'on',
    'Whether connections to `DATABASE_URL` use prepared statements. Turn it off for a connection pooler in transaction mode that does not support them, such as PgBouncer before 1.21.',
  ),
  postgresPrograms: optionalSetting(
    textLineSetting(
      'POSTGRES_PROGRAMS',
      '',
      'Folder with `pg_dump` and `pg_restore`, which the commands `backup` and `restore` use. Their major version must be that of the server. Unset: they are searched for in PATH and in the folders of the usual packages.',
    ),
  ),
  backupPublicKey: optionalSetting(
    textLineSetting(
      'BACKUP_PUBLIC_KEY',
      '',
      'age public key (`age1…`) that `backup` encrypts to, or a file with it. Separate several with commas.',
    ),
  ),
  smtpUrl: secretAddress(
    'SMTP_URL',
    ['smtp:', 'smtps:'],
    'URL of the mail server. Without it emails stay in the outbox. They are sent at the next start with it, except passcodes.',
  ),
  smtpConnections: wholeNumberSetting(
    'SMTP_CONNECTIONS',
    5,
    'Connections to the mail server for passcodes and password resets. Other emails use as many again.',
    { min: 2, max: 50 },
  ),
  mailFrom: textLineSetting('MAIL_FROM', 'Console <no-reply@localhost>', 'Sender of emails.'),
  secrets: secretsSetting(
    'PLATFORM_SECRET',
    'Encrypts stored secrets, and protects values that are too short for a plain hash. If it is not set, it is generated once and stored in DATA_DIR.',
  ),
  unreadableSecrets: choiceSetting(
    'UNREADABLE_SECRETS',
    ['refuse', 'give-up'],
    'refuse',
    'What happens at the start if stored secrets need an earlier `PLATFORM_SECRET`. With `refuse`, the platform does not start. With `give-up`, it starts without these secrets until they are entered again.',
  ),
  extensions: onOffSetting(
    'PLATFORM_EXTENSIONS',
    'on',
    'Whether the platform serves its extensions: calls and fields that the specification does not have.',
  ),
  trustedGateways: networks(
    'TRUSTED_GATEWAYS',
    'Gateways on other machines, or the proxy in front of the platforms, that are trusted to pass on a client’s IP address.',
  ),
  outboundHosts: {
    name: 'OUTBOUND_HOSTS',
    fallback: '',
    description:
      'Extra hosts that customer-entered URLs (identity providers, webhooks) can use. By default only public HTTPS is allowed. Hosts listed here can be private or plain HTTP. The list applies to all organisations: each of them can then send requests to these hosts.',
    allowed:
      'hosts separated by commas, each with a port unless it is the default of the scheme, such as idp.example.internal, 127.0.0.1:8080',
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
      'Whether an empty database is filled with demo data. Requires a loopback HOST and a localhost PUBLIC_URL. Unset: on with both, the embedded database and no FIRST_ADMIN_EMAIL.',
    ),
  ),
  firstAdminEmail: optionalSetting({
    name: 'FIRST_ADMIN_EMAIL',
    description:
      'Email address of the first Administrator, who is created in a database without users. The start prints a link to set the password. Has no effect with PRODUCT_API_URL.',
    allowed: 'an email address',
    schema: z
      .string()
      .transform((value) => storedEmail(normaliseText(value)))
      .refine(isEmail),
  }),
  probePasswordFile: optionalSetting(
    textLineSetting(
      'PROBE_PASSWORD_FILE',
      '',
      'File with the password of PROBE_EMAIL, which must be readable by its owner only. Unset: `probe.password` in DATA_DIR.',
    ),
  ),
  signInMaxPerAccount: wholeNumberSetting(
    'SIGN_IN_MAX_PER_ACCOUNT',
    10,
    'Wrong passwords that are allowed for one account before delays begin.',
  ),
  signInMaxPerAddress: wholeNumberSetting(
    'SIGN_IN_MAX_PER_ADDRESS',
    50,
    'Wrong passwords that are allowed from one IP address (IPv6: one /64) before delays begin.',
  ),
  resetTokenHours: wholeNumberSetting(
    'RESET_TOKEN_HOURS',
    resetTokenHours,
    'Hours for which a password reset link is valid.',
    { max: 24 },
  ),
  invitationTokenDays: wholeNumberSetting(
    'INVITATION_TOKEN_DAYS',
    invitationTokenDays,
    'Days for which an invitation link is valid.',
    { max: 60 },
  ),
  enforceEmailDomain: onOffSetting(
    'ENFORCE_EMAIL_DOMAIN',
    'off',
    'Whether new users must have an email address in one of their organisation’s domains, if it has any.',
  ),
};
