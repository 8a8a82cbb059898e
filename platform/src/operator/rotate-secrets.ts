import { readSecret, rotateSecret } from '@console/server-base/secret-file';
import { StartError } from '@console/server-base/settings';
import type { Kysely } from 'kysely';
import { signChainStarts } from '../audit/audit-jobs.ts';
import { signRedactions } from '../audit/redaction.ts';
import { systemClock } from '../core/base/clock.ts';
import { createPepper } from '../core/base/keys.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { renewErasedIds } from '../privacy/erased-ids.ts';
import { signEvidence } from '../reviews/evidence/store-evidence.ts';
import { sendToPlatform } from './operator-client.ts';
import { renewStoredSecrets } from './stored-secrets.ts';

/** Secrets that a start generates: platform, trust in gateways, browser sessions. */
const names = ['platform', 'gateway', 'session'];

/** Rotates the data folder's secrets while no platform runs; returns their names. Re-encrypts before the old secret is removed, so a kill loses nothing. */
export async function rotateSecrets(settings: PlatformSettings, operator: string): Promise<string[]> {
  const { dataDir, secrets } = settings;
  if (secrets.length > 0)
    throw new StartError(
      'PLATFORM_SECRET is a setting. Set it to NEW,OLD for twelve hours, then to NEW (docs/operating/upgrading.md, "Change a secret"). Nothing was changed.',
    );
  const running = await sendToPlatform(dataDir, { command: 'status' });
  running?.close();
  if (running) throw new StartError('A platform is running with these secrets. Stop it first. Nothing was changed.');
  const current = await readSecret(dataDir, 'platform');
  if (current === null) throw new StartError(`DATA_DIR "${dataDir}" has no secrets yet. Nothing was changed.`);
  const db = await openDatabase(settings);
  try {
    const { erasedIds } = settings;
    await renewAll(db, current.split(','), erasedIds);
    const rotated: string[] = [];
    for (const name of names) {
      const both = await rotateSecret(dataDir, name);
      if (both) rotated.push(name);
      if (both && name === 'platform') await renewAll(db, both, erasedIds);
    }
    await writeEvent(db, operator);
    return rotated;
  } finally {
    await db.destroy();
  }
}

async function renewAll(db: Kysely<Database>, secrets: readonly string[], erasedIds: string): Promise<void> {
  const unreadable = await renewStoredSecrets(db, secrets);
  if (unreadable > 0)
    throw new StartError(
      `${unreadable} stored secrets cannot be read. Start the platform first, which says what to do. Nothing was changed.`,
    );
  const pepper = createPepper(secrets);
  await signChainStarts(db, pepper);
  await signEvidence(db, pepper);
  await signRedactions(db, pepper);
  await renewErasedIds(db, erasedIds, pepper);
}

const writeEvent = (db: Kysely<Database>, operator: string): Promise<null> =>
  runCommand(
    { db, clock: systemClock, notices: null },
    { userId: null, organisationId: null, via: 'system', requestId: null },
    async () => ({
      answer: null,
      audit: { action: 'security:rotateSecrets', target: { type: 'many', id: null }, after: { operator } },
    }),
  );
