import { parseArgs } from 'node:util';
import {
  describeClock,
  describeProductApi,
  type Finding,
  hasProblem,
  printFindings,
  probe,
} from '@console/server-base/check-network';
import { isLoopback } from '@console/server-base/networks';
import { StartError } from '@console/server-base/settings';
import { z } from 'zod';
import { latestStored, systemClock } from '../core/base/clock.ts';
import { settingList } from '../core/base/setting-list.ts';
import { examinePlatformSettings, type PlatformSettings } from '../core/base/settings.ts';
import { checkDatabase, type DatabaseCheck } from './check-database.ts';
import { checkMail } from './check-mail.ts';
import { isOnThisMachine } from './check-server.ts';
import { askGatewayCommand } from './gateway-command.ts';
import { secretMask } from './mask-secrets.ts';

type Env = Readonly<Record<string, string | undefined>>;

const usage = 'Usage: doctor [--for platform|gateway] [--strict] [--json]';
const servers = ['platform', 'gateway'] as const;
const order = [
  'settings',
  'scope',
  'data folder',
  'database',
  'backup',
  'mail',
  'clock',
  'product API',
  'TLS',
  'Redis',
];

/** Position of a finding in the report. Unlisted subjects come last. */
const placeOf = ({ subject }: Finding) => (order.includes(subject) ? order.indexOf(subject) : order.length);

/** Report of the gateway's program, with the platform settings it needs. */
const reportSchema = z.object({
  servers: z.array(z.enum(servers)),
  omitted: z.string().nullable(),
  settingNames: z.array(z.string()),
  secretNames: z.array(z.string()),
  wrong: z.record(z.string(), z.string()),
  findings: z.array(z.object({ level: z.enum(['ok', 'warning', 'problem']), subject: z.string(), text: z.string() })),
});
type GatewayReport = z.infer<typeof reportSchema>;

/** Replaces a missing report of the gateway's program, so that all of the platform is checked. */
const noReport: GatewayReport = {
  servers: ['platform'],
  omitted: null,
  settingNames: [],
  secretNames: [],
  wrong: {},
  findings: [{ level: 'problem', subject: 'gateway', text: 'The checks of the gateway failed.' }],
};

/** Checks all that these settings allow, without changes. Returns the text to print, and whether it is in order. */
export async function doctor(args: readonly string[], env: Env): Promise<{ output: string; isInOrder: boolean }> {
  const options = readOptions(args);
  const list = Object.values(settingList);
  const names = list.map(({ name }) => name);
  const answer = await askGatewayCommand('doctor', { platformSettingNames: names, only: options.for });
  const report = answer === null ? noReport : reportSchema.parse(answer);
  const hasPlatform = report.servers.includes('platform');
  const platform = hasPlatform ? examinePlatformSettings(env) : null;
  const own = platform ? await examinePlatform(platform.settings, platform.wrong) : [];
  const wrong = [...(platform?.wrong ?? []), ...Object.entries(report.wrong)];
  const known = [...(hasPlatform ? names : []), ...(report.servers.includes('gateway') ? report.settingNames : [])];
  const found = [...own, ...report.findings];
  const findings = [
    ...describeSettings(env, known, new Set(wrong.map(([, complaint]) => complaint))),
    ...describeScope(report, new Set(wrong.map(([name]) => name))),
    ...(platform && !isOneProcess(report, env) ? checkGatewayTrust(platform.settings) : []),
    ...found,
    ...(found.some(({ subject }) => subject === 'clock') ? [] : [clockAlone()]),
  ];
  const secretNames = list.flatMap((setting) => ('secret' in setting ? setting.name : []));
  const mask = secretMask(new Set([...secretNames, ...report.secretNames]), env);
  const masked = findings
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((finding) => ({ ...finding, text: mask(finding.text) }));
  const isInOrder = !hasProblem(masked) && !(options.strict && masked.some(({ level }) => level !== 'ok'));
  return { output: options.json ? `${JSON.stringify(masked)}\n` : printFindings(masked), isInOrder };
}

const clockAlone = (): Finding => ({
  level: 'ok',
  subject: 'clock',
  text: `This machine says ${systemClock().toISOString()}. There is no other clock to compare it with.`,
});

function readOptions(args: readonly string[]) {
  try {
    const options = { for: { type: 'string' }, strict: { type: 'boolean' }, json: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    return { ...values, for: z.enum(servers).optional().parse(values.for) };
  } catch {
    throw new StartError(usage);
  }
}

function describeSettings(env: Env, names: readonly string[], complaints: ReadonlySet<string>): Finding[] {
  if (complaints.size > 0) return Array.from(complaints, (text) => ({ level: 'problem', subject: 'settings', text }));
  const set = [...new Set(names)].filter((name) => env[name]?.trim()).toSorted();
  const text = set.length > 0 ? `Valid. Set: ${set.join(', ')}.` : 'Valid. All settings have their defaults.';
  return [{ level: 'ok', subject: 'settings', text }];
}

/** Checks that cannot be made if the setting is wrong. */
const needed = {
  DATABASE_URL: 'the database',
  DATABASE_READ_URL: 'the replica',
  SMTP_URL: 'the mail server',
  PUBLIC_URL: 'the certificate of PUBLIC_URL',
  PRODUCT_API_URL: 'the product API',
  REDIS_URL: 'Redis',
};

function describeScope({ servers: looked, omitted }: GatewayReport, wrong: ReadonlySet<string>): Finding[] {
  const other = looked.length === 1 && servers.find((server) => !looked.includes(server));
  const parts = [
    ...(other && omitted ? [`the ${other} (${omitted})`] : []),
    ...Object.entries(needed).flatMap(([name, part]) => (wrong.has(name) ? [`${part} (${name} is wrong)`] : [])),
  ];
  return parts.length > 0 ? [{ level: 'ok', subject: 'scope', text: `Not checked: ${parts.join(', ')}.` }] : [];
}

const isOneProcess = ({ servers: looked }: GatewayReport, env: Env) =>
  looked.length === 2 && !env.PRODUCT_API_URL?.trim();

/** Warns if other machines reach the platform: their gateways would not be trusted. */
function checkGatewayTrust({ host, trustedGateways }: PlatformSettings): Finding[] {
  if (host === 'localhost' || isLoopback(host) || trustedGateways.rules.length > 0) return [];
  const text = `TRUSTED_GATEWAYS is not set and HOST is ${host}. All users of a gateway on another machine share the limits by IP address. Set TRUSTED_GATEWAYS to its IP address.`;
  return [{ level: 'warning', subject: 'settings', text }];
}

async function examinePlatform(settings: PlatformSettings, wrong: ReadonlyMap<string, string>): Promise<Finding[]> {
  const { databaseUrl, databaseReadUrl } = settings;
  const own = new URL(`http://${hostOf(settings.host)}:${settings.port}`);
  const isKnown = !wrong.has('PLATFORM_PORT') && !wrong.has('HOST');
  const [database, api] = await Promise.all([
    checkDatabase(settings, wrong),
    isKnown ? probe(new URL('/health/ready', own)) : null,
  ]);
  const now = systemClock();
  const clocks = new Map(database.status && databaseUrl ? [['the database', new Date(database.status.now)]] : []);
  return [
    ...database.findings,
    ...(await checkMail(settings, database.status, wrong)),
    ...describeClock(now, clocks),
    ...checkNewestEvent(now, database),
    ...(api ? [describeProductApi(own, true, api)] : []),
    ...Object.entries({ DATABASE_URL: databaseUrl, DATABASE_READ_URL: databaseReadUrl }).flatMap(([name, url]) =>
      url === undefined ? [] : describeDatabaseTls(name, url),
    ),
  ];
}

const hostOf = (host: string) => {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return reachable.includes(':') ? `[${reachable}]` : reachable;
};

/** A clock that was set back rejects newer codes and tokens, and disorders events. */
function checkNewestEvent(now: Date, { status }: DatabaseCheck): Finding[] {
  const newest = status?.newest_event_at;
  if (!newest || new Date(newest) <= latestStored(now)) return [];
  const text = `The clock is behind the newest event (${newest}). Synchronise it with NTP. If it was ahead when that event was recorded, nothing needs to be done.`;
  return [{ level: 'problem', subject: 'clock', text }];
}

function describeDatabaseTls(name: string, databaseUrl: string): Finding {
  const mode = new URL(databaseUrl).searchParams.get('sslmode');
  const about = (level: Finding['level'], text: string): Finding => ({
    level,
    subject: 'TLS',
    text: `${name}: ${text}`,
  });
  if (isOnThisMachine(databaseUrl)) return about('ok', 'TLS is not needed on this machine.');
  if (mode === 'verify-full' || mode === 'verify-ca' || mode === 'require') return about('ok', `sslmode=${mode}.`);
  return about('warning', 'TLS is not required. Add ?sslmode=verify-full, or use a private network.');
}
