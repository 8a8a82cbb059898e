import { StartError } from '@console/server-base/settings';
import { startMetrics } from '@console/server-base/start-metrics';
import { startTraces } from '@console/server-base/start-traces';
import { exitOnUncaughtError } from '@console/server-base/uncaught-errors';
import { readPlatformSettings } from './core/base/settings.ts';
import { startPlatform } from './start.ts';

try {
  const settings = readPlatformSettings(process.env);
  const metrics = await startMetrics(settings);
  const traces = await startTraces(settings);
  const platform = await startPlatform(settings, {
    metrics: metrics?.of('platform'),
    traces: traces?.of('platform'),
  });
  exitOnUncaughtError(process, platform);
  const stop = async () => {
    await platform.close();
    await traces?.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop().then(() => process.exit(0), fail));
  const { origin, demoApiKey, setPasswordLink } = platform;
  const lines = [`Product API on ${origin}`];
  if (demoApiKey) lines.push(`Demo API key  ${demoApiKey}`);
  if (setPasswordLink) lines.push(`Set the password at  ${setPasswordLink}`);
  process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
