import type { Services } from '../core/access/services.ts';
import { systemClock } from '../core/base/clock.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import { sendToPlatform } from './operator-client.ts';

/** Runs a command in the running platform of this data folder, otherwise directly in the database. Returns the text to print. */
export async function runOnPlatform(
  settings: PlatformSettings,
  request: { command: string },
  inDatabase: (services: Pick<Services, 'db' | 'clock'>) => Promise<string>,
): Promise<string> {
  const answer = await sendToPlatform(settings.dataDir, request);
  answer?.close();
  if (answer) return String(answer.value.text);
  const db = await openDatabase(settings);
  try {
    return await inDatabase({ db, clock: systemClock });
  } finally {
    await db.destroy();
  }
}
