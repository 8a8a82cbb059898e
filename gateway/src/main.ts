import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartError } from '@console/server-base/settings';
import { startMetrics } from '@console/server-base/start-metrics';
import { startTraces } from '@console/server-base/start-traces';
import { exitOnUncaughtError } from '@console/server-base/uncaught-errors';
import { readGatewaySettings } from './base/settings.ts';
import { startGateway } from './start.ts';

const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url));

try {
  const settings = readGatewaySettings(process.env);
  const metrics = await startMetrics(settings);
  const traces = await startTraces(settings);
  const gateway = await startGateway(settings, {
    clock: () => new Date(),
    webDir: existsSync(webDir) ? webDir : undefined,
    metrics: metrics?.of('gateway'),
    traces: traces?.of('gateway'),
  }).catch(async (error: unknown) => {
    await metrics?.close();
    throw error;
  });
  exitOnUncaughtError(process, gateway);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await gateway.close();
      await traces?.close();
      await metrics?.close();
      process.exit(0);
    });
  console.log(`Gateway on ${gateway.origin}`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
