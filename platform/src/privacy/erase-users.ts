import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';
import { eraseData } from './erase-data.ts';
import { appendErasedId, type ErasedId, erasedId } from './erased-ids.ts';

type EraseServices = Pick<Services, 'db' | 'clock' | 'pepper'> & {
  settings: Pick<PlatformSettings, 'databaseUrl' | 'erasedIds'>;
};

/** Erases a locked user, and returns the line of ERASED_IDS, which is on the disk. */
type Erase = (trx: Transaction<Database>, userId: number) => Promise<ErasedId>;

/** Runs a transaction that erases users. Their lines are in ERASED_IDS before it commits, and are withdrawn if it was rolled back. */
export async function eraseUsers<T>(services: EraseServices, work: (erase: Erase) => Promise<T>): Promise<T> {
  const { clock, pepper, settings } = services;
  const written: ErasedId[] = [];
  try {
    return await work(async (trx, userId) => {
      const at = clock();
      const line = erasedId(pepper, { id: userId, at: at.toISOString() });
      await eraseData(trx, services, userId, { at, proof: line.proof, isInFiles: !settings.databaseUrl });
      await appendErasedId(settings.erasedIds, line);
      written.push(line);
      return line;
    });
  } catch (error) {
    for (const line of written) await withdraw(services, line);
    throw error;
  }
}

/** Without a connection it is not known whether the transaction committed: the line then stays, and `erase-again` settles it. */
async function withdraw({ db, pepper, settings }: EraseServices, { id, at }: ErasedId): Promise<void> {
  const row = await db
    .selectFrom('ent_usr')
    .select('erased_at')
    .where('id', '=', id)
    .executeTakeFirst()
    .catch(() => undefined);
  if (row?.erased_at === null) await appendErasedId(settings.erasedIds, erasedId(pepper, { id, at, withdrawn: true }));
}
