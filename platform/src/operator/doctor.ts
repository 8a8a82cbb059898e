import { systemClock } from '../core/base/clock.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { setSecrets } from '../core/base/settings.ts';
import { checkDatabase, type DatabaseCheck } from './check-database.ts';
import { checkMail } from './check-mail.ts';
import { checkTls, describeClock, describeProductApi, probe } from './check-network.ts';
import type { Finding } from './finding.ts';

/** What the gateway says of itself. */
export interface DoctorGateway {
  publicUrl: URL;
  productApiUrl: URL;
  redisUrl: URL | undefined;
}

const order = ['settings', 'data folder', 'database', 'mail', 'clock', 'product API', 'TLS'];

/** Looks at everything once, without changing it. `platform` is null with a product API of others. */
export async function examine(platform: PlatformSettings | null, gateway: DoctorGateway): Promise<Finding[]> {
  const own = platform && new URL(`http://${hostOf(platform.host)}:${platform.port}`);
  const [database, api, tls] = await Promise.all([
    platform ? checkDatabase(platform) : null,
    probe(own ? new URL('/health/ready', own) : gateway.productApiUrl),
    checkAllTls(platform, gateway),
  ]);
  const now = systemClock();
  const clocks = new Map<string, Date>();
  if (api.date && !own) clocks.set('the product API', api.date);
  if (database?.status && platform?.databaseUrl) clocks.set('the database', new Date(database.status.now));
  const findings: Finding[] = [
    ...(database?.findings ?? []),
    ...(platform ? await checkMail(platform, database?.status ?? null) : []),
    ...describeClock(now, clocks),
    ...checkNewestEvent(now, database),
    describeProductApi(own ?? gateway.productApiUrl, own !== null, api),
    ...tls,
  ];
  return findings.toSorted((one, other) => order.indexOf(one.subject) - order.indexOf(other.subject));
}

const hostOf = (host: string) => {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return reachable.includes(':') ? `[${reachable}]` : reachable;
};

/** A clock that was set back refuses what was made before, such as codes of apps, and events are out of order. */
function checkNewestEvent(now: Date, database: DatabaseCheck | null): Finding[] {
  const newest = database?.status?.newest_event_at;
  if (!newest || Date.parse(newest) - now.getTime() < 60_000) return [];
  return [{ level: 'problem', subject: 'clock', text: `is behind the newest event, of ${newest}: set it by NTP` }];
}

async function checkAllTls(platform: PlatformSettings | null, { publicUrl, productApiUrl, redisUrl }: DoctorGateway) {
  const now = systemClock();
  const checks = [checkTls('PUBLIC_URL', publicUrl, now)];
  if (!platform) checks.push(checkTls('PRODUCT_API_URL', productApiUrl, now));
  if (redisUrl) checks.push(checkTls('REDIS_URL', redisUrl, now));
  const findings = await Promise.all(checks);
  if (platform?.databaseUrl) findings.push(describeDatabaseTls('DATABASE_URL', new URL(platform.databaseUrl)));
  if (platform?.databaseReadUrl)
    findings.push(describeDatabaseTls('DATABASE_READ_URL', new URL(platform.databaseReadUrl)));
  return findings;
}

function describeDatabaseTls(name: string, { hostname, searchParams }: URL): Finding {
  const mode = searchParams.get('sslmode');
  const isHere = hostname === '' || /^(localhost|127\.|\[::1\]|%2F)/i.test(hostname);
  const about = (level: Finding['level'], text: string): Finding => ({
    level,
    subject: 'TLS',
    text: `${name}: ${text}`,
  });
  if (isHere) return about('ok', 'no TLS needed, on this machine');
  if (mode === 'verify-full' || mode === 'verify-ca' || mode === 'require') return about('ok', `sslmode=${mode}`);
  return about('warning', 'TLS is not required: add ?sslmode=verify-full, or use a private network');
}

/** The lines without any secret of the settings, whatever a server has answered. */
export function maskSecrets(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const secrets = setSecrets(env).toSorted((one, other) => other.length - one.length);
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '[secret]'), text);
}
