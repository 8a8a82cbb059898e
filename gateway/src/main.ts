import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartError } from '@console/contract/settings';
import { exitOnUncaughtError } from '@console/contract/uncaught-errors';
import { readGatewaySettings } from './base/settings.ts';
import { startGateway } from './start.ts';

/** Runs the gateway alone, as its own process. */
const webDir = fileURLToPath(new URL('../../web/dist', import.meta.url));

try {
  const gateway = await startGateway(readGatewaySettings(process.env), {
    clock: () => new Date(),
    webDir: existsSync(webDir) ? webDir : undefined,
  });
  exitOnUncaughtError(process, gateway);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await gateway.close();
      process.exit(0);
    });
  console.log(`Gateway on ${gateway.origin}`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
