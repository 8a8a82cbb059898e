import { StartError } from '@console/server-base/settings';
import type { Kysely } from 'kysely';
import { lockUser } from '../core/access/locks.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import type { Clock } from '../core/base/clock.ts';
import type { Pepper } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { continueErasures } from './continue-erasures.ts';
import { eraseData } from './erase-data.ts';
import { findUnerased, readErasedIds, skipErasedIds } from './erased-ids.ts';
import { rewriteErasedFiles } from './rewrite-files.ts';

interface EraseAgainServices {
  db: Kysely<Database>;
  clock: Clock;
  pepper: Pepper;
  isEmbedded: boolean;
}

/** Erases all listed users again in a restored database, one transaction each. Returns the text to print. Throws StartError for a file of another console. */
export async function eraseAgain(
  { db, clock, pepper, isEmbedded }: EraseAgainServices,
  { path, operator }: { path: string; operator: string },
): Promise<string> {
  const erased = await readErasedIds(path, pepper);
  if (erased.length === 0) throw new StartError(`"${path}" has no erased users. Nothing was changed.`);
  await skipErasedIds(db, erased);
  const missing = await findUnerased(db, erased);
  for (const { id, at, created, proof } of missing)
    await runCommand({ db, clock, notices: null }, systemActor, async (trx) => {
      await lockUser(trx, id);
      const { ent_org_id } = await trx
        .selectFrom('ent_usr')
        .select('ent_org_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await eraseData(trx, { clock }, id, { at: new Date(at), created, proof, isInFiles: isEmbedded });
      const target = { type: 'ent_usr', id };
      return {
        answer: null,
        audit: { action: 'privacy:erase', target, organisationId: ent_org_id, after: { operator } },
      };
    });
  await continueErasures({ db, clock, pepper });
  if (isEmbedded) await rewriteErasedFiles(db);
  const ids = missing.map(({ id }) => id).join(', ');
  return missing.length === 0
    ? `All ${erased.length} users in "${path}" are erased in this database. Nothing was changed.`
    : `Users erased again: ${missing.length} of ${erased.length} in "${path}" (${ids}).`;
}
