/** `npm run doctor`: looks at settings, database, mail, clock, product API, TLS and Redis, and changes nothing. Exit code 1 with a problem. */
import { StartError } from '@console/contract/settings';
import { settingList as gatewayList } from '@console/gateway/base/setting-list';
import { readGatewaySettings } from '@console/gateway/base/settings';
import { checkRedis } from '@console/gateway/core/check-redis';
import { settingList as platformList } from '@console/platform/core/base/setting-list';
import { readPlatformSettings } from '@console/platform/core/base/settings';
import { examine, maskSecrets } from '@console/platform/operator/doctor';
import { type Finding, hasProblem, printFindings } from '@console/platform/operator/finding';

const env = process.env;
const hasOwnProductApi = !env.PRODUCT_API_URL;

/** The settings, or what is wrong with them. */
function read<T>(reader: () => T, wrong: Set<string>): T | null {
  try {
    return reader();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    wrong.add(error.message);
    return null;
  }
}

function describeSettings(wrong: ReadonlySet<string>): Finding[] {
  if (wrong.size > 0) return Array.from(wrong, (text) => ({ level: 'problem', subject: 'settings', text }));
  const names = new Set([...Object.values(gatewayList), ...Object.values(platformList)].map(({ name }) => name));
  const set = [...names].filter((name) => env[name]).toSorted();
  const text = set.length > 0 ? `valid; set are ${set.join(', ')}` : 'all are the defaults';
  return [{ level: 'ok', subject: 'settings', text }];
}

if (process.argv.length > 2) {
  process.stderr.write('Usage: npm run doctor\n');
  process.exitCode = 1;
} else {
  const wrong = new Set<string>();
  const platform = read(() => (hasOwnProductApi ? readPlatformSettings(env) : null), wrong);
  const gateway = read(() => readGatewaySettings(env), wrong);
  // Without valid settings there is nothing to look at.
  const others = wrong.size === 0 && gateway ? await examine(platform, gateway) : [];
  const { redisUrl } = wrong.size === 0 && gateway ? gateway : {};
  const redis: Finding[] = redisUrl ? [{ subject: 'Redis', ...(await checkRedis(redisUrl)) }] : [];
  const findings = [...describeSettings(wrong), ...others, ...redis];
  process.stdout.write(maskSecrets(printFindings(findings), env));
  if (hasProblem(findings)) process.exitCode = 1;
}
