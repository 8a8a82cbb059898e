/** The gateway with the console of the folder WEB_DIR, to compare two builds. A process of its own. */
import { randomBytes } from 'node:crypto';
import { readGatewaySettings } from '../../gateway/src/base/settings.ts';
import { startGateway } from '../../gateway/src/start.ts';

const settings = readGatewaySettings(process.env);
await startGateway(
  { ...settings, secrets: [randomBytes(32).toString('base64url')] },
  { clock: () => new Date(), webDir: process.env.WEB_DIR ?? '' },
);
