import type { Services } from '../core/access/services.ts';
import { systemClock } from '../core/base/clock.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import { sendToPlatform } from './operator-client.ts';

/** Has a command done by the running platform of this data folder, else in the database itself. Returns its text for the operator. */
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
