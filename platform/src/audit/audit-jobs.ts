import { organisationSettings } from '@console/contract/organisation-settings';
import type { Kysely } from 'kysely';
import { addMs, type Clock, dayMs } from '../core/base/clock.ts';
import type { Pepper } from '../core/base/keys.ts';
import { oneByOne } from '../core/base/one-by-one.ts';
import type { Database } from '../core/database/schema.ts';
import { chainAuditEvents, chainStartText, noOrganisationChainId } from './audit-chain.ts';

const chainBatchSize = 1_000;
const deleteSize = 5_000;
/** Anyone can cause events without organisation, so they are deleted earlier. */
const daysWithoutOrganisation = 365;

export async function chainAllAuditEvents(db: Kysely<Database>): Promise<void> {
  while ((await chainAuditEvents(db, chainBatchSize)) === chainBatchSize);
}

/** Chain heads that have grown since the last call on any platform. The log is out of the database's reach. */
export const markNewChainHeadsLogged = (
  db: Kysely<Database>,
): Promise<{ organisation: number; number: number; hash: string }[]> =>
  db
    .updateTable('audit_chain')
    .set((set) => ({ logged_no: set.ref('last_no') }))
    .whereRef('last_no', '>', 'logged_no')
    .returning(['id as organisation', 'last_no as number', 'last_hash as hash'])
    .execute();

/** Deletes expired events at the start of each chain. The remaining chain begins with the hash of the last deleted event. */
export async function deleteOldAuditEvents(db: Kysely<Database>, clock: Clock, pepper: Pepper): Promise<void> {
  const chains = await db
    .selectFrom('audit_chain')
    .leftJoin('ent_org', 'ent_org.id', 'audit_chain.id')
    .select(['audit_chain.id', 'ent_org.audit_retention_days'])
    .execute();
  await oneByOne(chains, async ({ id, audit_retention_days }) => {
    const kept = audit_retention_days ?? organisationSettings.auditRetentionDays.default;
    const days = id === noOrganisationChainId ? daysWithoutOrganisation : kept;
    while (await deleteStart(db, pepper, id, addMs(clock(), -days * dayMs)));
  });
}

/** Signs all chain starts that retention has moved, after a rotation of the secret. */
export async function signChainStarts(db: Kysely<Database>, pepper: Pepper): Promise<void> {
  const chains = await db.selectFrom('audit_chain').selectAll().where('first_no', '>', 0).execute();
  for (const { id, first_no, first_hash, start_proof } of chains) {
    const text = chainStartText(id, first_no, first_hash);
    if (start_proof === null || !pepper.matches(text, start_proof) || start_proof === pepper.hash(text)) continue;
    const signed = { start_proof: pepper.hash(text) };
    await db.updateTable('audit_chain').set(signed).where('id', '=', id).where('first_no', '=', first_no).execute();
  }
}

/** Deletes a batch; returns whether there may be more. */
const deleteStart = (db: Kysely<Database>, pepper: Pepper, chainId: number, longAgo: Date): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const chain = await trx
      .selectFrom('audit_chain')
      .select('first_no')
      .where('id', '=', chainId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const rows = await trx
      .selectFrom('audit_entry')
      .select(['at', 'chain_no', 'hash'])
      .where('chain_id', '=', chainId)
      .where('chain_no', '>', chain.first_no)
      .orderBy('chain_no')
      .limit(deleteSize)
      .execute();
    const young = rows.findIndex(({ at }) => at >= longAgo);
    const last = rows[young < 0 ? rows.length - 1 : young - 1];
    if (!last?.chain_no || !last.hash) return false;
    await trx
      .deleteFrom('audit_entry')
      .where('chain_id', '=', chainId)
      .where('chain_no', '<=', last.chain_no)
      .execute();
    const start_proof = pepper.hash(chainStartText(chainId, last.chain_no, last.hash));
    const start = { first_no: last.chain_no, first_hash: last.hash, start_proof };
    await trx.updateTable('audit_chain').set(start).where('id', '=', chainId).execute();
    return young < 0 && rows.length === deleteSize;
  });
