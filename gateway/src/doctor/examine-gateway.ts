import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { extensionsHeader } from '@console/contract/calls/extensions';
import { checkTls, describeClock, describeProductApi, type Finding, probe } from '@console/server-base/check-network';
import { gatewayProof, gatewayProofHeader, type ProofResponse } from '@console/server-base/gateway-proof';
import { settingList } from '../base/setting-list.ts';
import { examineGatewaySettings, type GatewaySettings, lacksProxy } from '../base/settings.ts';
import { checkRedis } from '../core/check-redis.ts';
import { chooseServers, type Server } from './choose-servers.ts';

export interface GatewayReport {
  servers: Server[];
  /** Reason why a server is not checked; null if both are. */
  omitted: string | null;
  settingNames: string[];
  secretNames: string[];
  wrong: Record<string, string>;
  findings: Finding[];
}

interface Request {
  platformSettingNames: string[];
  only?: Server;
}

export async function printGatewayReport(): Promise<number> {
  const { platformSettingNames, only } = JSON.parse(await text(process.stdin)) as Request;
  process.stdout.write(JSON.stringify(await examineGateway(process.env, platformSettingNames, only)));
  return 0;
}

/** Checks what the gateway's settings name, without changes. Values are not masked. */
export async function examineGateway(
  env: Readonly<Record<string, string | undefined>>,
  platformSettingNames: readonly string[],
  only?: Server,
): Promise<GatewayReport> {
  const list = Object.values(settingList);
  const settingNames = list.map(({ name }) => name);
  const secretNames = list.flatMap((setting) => ('secret' in setting ? setting.name : []));
  const chosen = chooseServers(env, { platform: platformSettingNames, gateway: settingNames }, only);
  const report = { ...chosen, settingNames, secretNames };
  if (!chosen.servers.includes('gateway')) return { ...report, wrong: {}, findings: [] };
  const { settings, wrong } = examineGatewaySettings(env);
  const isOneProcess = chosen.servers.length === 2 && !env.PRODUCT_API_URL?.trim();
  const [api, tls, redis] = await Promise.all([
    isOneProcess || wrong.has('PRODUCT_API_URL') ? [] : checkProductApi(settings),
    checkAllTls(settings, wrong, isOneProcess),
    settings.redisUrl ? checkRedis(settings.redisUrl) : null,
  ]);
  const found: Finding[] = redis ? [{ subject: 'Redis', ...redis }] : [];
  return { ...report, wrong: Object.fromEntries(wrong), findings: [...checkProxy(settings), ...api, ...tls, ...found] };
}

async function checkProductApi(settings: GatewaySettings): Promise<Finding[]> {
  const { productApiUrl } = settings;
  const answer = await probe(productApiUrl);
  const clocks = new Map(answer.date ? [['the product API', answer.date]] : []);
  return [
    ...describeClock(new Date(), clocks),
    describeProductApi(productApiUrl, false, answer),
    ...(answer.headers?.has(extensionsHeader) ? await checkGatewaySecret(settings) : []),
  ];
}

/** Whether our platform has the same GATEWAY_SECRET, which is not sent. A refusal is in no audit log. */
async function checkGatewaySecret({ productApiUrl, gatewaySecrets }: GatewaySettings): Promise<Finding[]> {
  const about = (level: Finding['level'], text: string): Finding[] => [{ level, subject: 'product API', text }];
  const lost = 'refusals by the gateway, API key requests and exports are not in the audit log';
  const [secret] = gatewaySecrets;
  if (secret === undefined)
    return about('warning', `GATEWAY_SECRET is not set, so ${lost}. Give the gateway and the platform the same value.`);
  const requestId = randomUUID();
  const headers = { 'x-request-id': requestId, [gatewayProofHeader]: gatewayProof(secret, requestId, randomUUID()) };
  const answer = await probe(new URL(`${productApiUrl.href.replace(/\/$/, '')}/health/ready`), headers);
  const said = answer.headers?.get(gatewayProofHeader) as ProofResponse | null | undefined;
  if (said === 'refused')
    return about(
      'problem',
      `The platform rejects GATEWAY_SECRET, so ${lost}. Give the gateway and the platform the same value.`,
    );
  return said === 'accepted' ? about('ok', 'The platform has the same GATEWAY_SECRET.') : [];
}

function checkProxy(settings: GatewaySettings): Finding[] {
  if (!lacksProxy(settings)) return [];
  const text =
    'TRUST_PROXY is not set, but PUBLIC_URL is https and the gateway serves http, so there is a proxy. Limits and the audit log use the IP address of the proxy for all users. Set TRUST_PROXY to the proxy.';
  return [{ level: 'warning', subject: 'settings', text }];
}

function checkAllTls(
  { publicUrl, productApiUrl, redisUrl }: GatewaySettings,
  wrong: ReadonlyMap<string, string>,
  isOneProcess: boolean,
): Promise<Finding[]> {
  const addresses = {
    PUBLIC_URL: publicUrl,
    ...(!isOneProcess && { PRODUCT_API_URL: productApiUrl }),
    ...(redisUrl && { REDIS_URL: redisUrl }),
  };
  const now = new Date();
  return Promise.all(
    Object.entries(addresses).flatMap(([name, address]) => (wrong.has(name) ? [] : checkTls(name, address, now))),
  );
}
