import { sql, type Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';
import { eraseData } from './erase-data.ts';
import { appendErasedIds, type ErasedId, erasedId } from './erased-ids.ts';

type EraseServices = Pick<Services, 'db' | 'clock' | 'pepper'> & {
  settings: Pick<PlatformSettings, 'databaseUrl' | 'erasedIds'>;
};

/** Erases locked users after ERASED_IDS is on the disk. Called once, at the end of a transaction. */
type Erase = (trx: Transaction<Database>, userIds: readonly number[]) => Promise<ErasedId[]>;

/** Runs a transaction that erases users. Writes ERASED_IDS before the commit and withdraws it after a rollback. */
export async function eraseUsers<T>(services: EraseServices, work: (erase: Erase) => Promise<T>): Promise<T> {
  const { clock, pepper, settings } = services;
  let written: ErasedId[] = [];
  try {
    return await work(async (trx, userIds) => {
      const at = clock();
      const rows = await trx
        .selectFrom('ent_usr')
        .select(['id', 'created_at'])
        .where(sql<boolean>`id = any(${userIds}::int[])`)
        .orderBy('id')
        .execute();
      const lines = rows.map(({ id, created_at }) =>
        erasedId(pepper, { id, at: at.toISOString(), created: created_at.toISOString() }),
      );
      for (const { id, created, proof } of lines)
        await eraseData(trx, services, id, { at, created, proof, isInFiles: !settings.databaseUrl });
      await appendErasedIds(trx, settings.erasedIds, lines);
      written = lines;
      return lines;
    });
  } catch (error) {
    await withdraw(services, written);
    throw error;
  }
}

/** After a lost connection the outcome is unknown: the lines stay, and `erase-again` settles them. */
async function withdraw({ db, pepper, settings }: EraseServices, lines: readonly ErasedId[]): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ id }) => id);
  const isErased = sql<boolean>`id = any(${ids}::int[]) and erased_at is not null`;
  const erased = await db
    .selectFrom('ent_usr')
    .select('id')
    .where(isErased)
    .execute()
    .catch(() => null);
  if (!erased) return;
  // Another erasure may have erased one of several users since.
  const withdrawn = lines
    .filter(({ id }) => !erased.some((user) => user.id === id))
    .map(({ id, at, created }) => erasedId(pepper, { id, at, created, withdrawn: true }));
  await db.transaction().execute((trx) => appendErasedIds(trx, settings.erasedIds, withdrawn));
}
