/** Starts platform and gateway in one process: `npm start`, `npm run dev` and the browser journeys. */
import { once } from 'node:events';
import { type GatewaySettings, readGatewaySettings } from '@console/gateway/base/settings';
import { startGateway } from '@console/gateway/start';
import { systemClock } from '@console/platform/core/base/clock';
import { assertPortFree } from '@console/platform/core/base/port';
import { type PlatformSettings, readPlatformSettings } from '@console/platform/core/base/settings';
import { demoPassword, demoSignIns } from '@console/platform/demo/sign-ins';
import type { RunningPlatform } from '@console/platform/start';
import { StartError } from '@console/server-base/settings';
import { startMetrics } from '@console/server-base/start-metrics';
import { startTraces } from '@console/server-base/start-traces';
import { exitOnUncaughtError } from '@console/server-base/uncaught-errors';
import { consoleFolders } from './console-folders.ts';
import type { BuildEvent } from './start.ts';
import { root } from './steps.ts';

/** The parent process of `npm start` builds at the same time; otherwise the servers use existing files. */
const isBuildingBeside = process.argv.includes('--beside-build');
const built = new Set<BuildEvent>(isBuildingBeside ? [] : ['console built', 'documentation ended']);
if (isBuildingBeside) process.on('message', (event: BuildEvent) => built.add(event));
const isDocumentationBeingMade = () => !built.has('documentation ended');

async function consoleBuilt(): Promise<void> {
  const ended = once(process, 'disconnect');
  while (!built.has('console built')) {
    if (!process.connected) throw new StartError('npm start ended before the console was built.');
    await Promise.race([once(process, 'message'), ended]);
  }
}

interface Running {
  close(): Promise<void>;
}

function refuse(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function announcePlatform({ port, hasOutbox, smtpUrl }: PlatformSettings, running: RunningPlatform): string[] {
  const { demoApiKey, setPasswordLink } = running;
  const lines = [`  Product API  http://localhost:${port}`];
  if (hasOutbox) lines.push(`  Emails       http://localhost:${port}/outbox (not sent: SMTP_URL is not set)`);
  else if (smtpUrl === undefined) lines.push('  Emails       stored and not sent: SMTP_URL is not set');
  if (demoApiKey) {
    lines.push('', `  Sign in with the password ${demoPassword} as`);
    for (const { email, what } of demoSignIns) lines.push(`    ${email.padEnd(24)} ${what}`);
    lines.push('', `  Demo API key  ${demoApiKey}`);
  }
  if (setPasswordLink) lines.push('', `  Set the password at  ${setPasswordLink}`);
  return lines;
}

function announce({ publicUrl, docs }: GatewaySettings, platform: string[], seconds: string): void {
  const url = publicUrl.origin;
  const lines = ['', `  Console      ${url}`, `  GraphQL      ${url}/graphql`];
  if (docs !== 'off') lines.push(`  Docs         ${url}/docs${isDocumentationBeingMade() ? ' (being prepared)' : ''}`);
  console.log([...lines, ...platform, '', `  Ready in ${seconds} s. Stop with Ctrl-C.`, ''].join('\n'));
}

const began = performance.now();
const env = process.env;
const ownProductApi = env.PRODUCT_API_URL === undefined || env.PRODUCT_API_URL === '';
const complaints = new Set<string>();
/** Collects a complaint, because all are reported in one line. */
function read<T>(reader: () => T): T | undefined {
  try {
    return reader();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    complaints.add(error.message);
    return undefined;
  }
}
const platformSettings = ownProductApi ? read(() => readPlatformSettings(env)) : undefined;
const gatewaySettings = read(() => readGatewaySettings(env));
if (complaints.size > 0 || !gatewaySettings) refuse([...complaints].join(' '));

const running: Running[] = [];
let closing: Promise<void> | undefined;
const stop = async () => {
  for (const server of running.toReversed()) await server.close();
};
const close = () => (closing ??= stop());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => close().then(() => process.exit(0)));

try {
  const metrics = await startMetrics(gatewaySettings);
  if (metrics) running.push(metrics);
  const traces = await startTraces(gatewaySettings);
  if (traces) running.push(traces);
  // The gateway would report a taken port only after the platform has written to the data folder.
  await assertPortFree('PORT', gatewaySettings);
  let platform: RunningPlatform | undefined;
  if (platformSettings) {
    // Loaded only if needed: with another product API it would only take memory.
    const { startPlatform } = await import('@console/platform/start');
    platform = await startPlatform(platformSettings, {
      onProgress: (line) => console.log(`  ${line} …`),
      metrics: metrics?.of('platform'),
      traces: traces?.of('platform'),
    });
    running.push(platform);
  }
  // The gateway reads the console's files when it starts.
  await consoleBuilt();
  const gateway = await startGateway(
    {
      ...gatewaySettings,
      ...(platform && { productApiUrl: new URL(platform.origin), gatewaySecrets: platform.gatewaySecrets }),
    },
    // In watch mode the console comes from the dev server.
    {
      clock: systemClock,
      hasOwnPlatform: platform !== undefined,
      metrics: metrics?.of('gateway'),
      traces: traces?.of('gateway'),
      isDocumentationBeingMade,
      ...(env.NODE_ENV !== 'development' && { webDir: consoleFolders(root).keep() }),
    },
  );
  running.push(gateway);
  exitOnUncaughtError(process, { log: gateway.log, close });
  announce(
    gatewaySettings,
    platformSettings && platform ? announcePlatform(platformSettings, platform) : [],
    ((performance.now() - began) / 1000).toFixed(1),
  );
  // Tells `npm start` to build the parts that no one waits for.
  if (process.connected) process.send?.('ready');
} catch (error) {
  await stop();
  if (!(error instanceof StartError)) throw error;
  refuse(error.message);
}
