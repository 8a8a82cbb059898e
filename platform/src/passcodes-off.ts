/** `npm run passcodes-off -- EMAIL`: the way back when passcodes lock out the users of an organisation. */
import { StartError } from '@console/contract/settings';
import { switchPasscodesOff } from './config/switch-passcodes-off.ts';
import { systemClock } from './core/base/clock.ts';
import { readPlatformSettings } from './core/base/settings.ts';
import { openDatabase } from './core/database/database.ts';

try {
  const [email, ...rest] = process.argv.slice(2);
  if (!email || rest.length > 0) throw new StartError('Usage: npm run passcodes-off -- EMAIL');
  const { databaseUrl, preparesStatements, dataDir } = readPlatformSettings(process.env);
  const db = await openDatabase({ databaseUrl, preparesStatements, dataDir });
  try {
    const name = await switchPasscodesOff({ db, clock: systemClock }, email);
    process.stdout.write(`Passcodes are off for ${name}: its users sign in with their passwords.\n`);
  } finally {
    await db.destroy();
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
