import { idempotencyHours } from '@console/contract/calls/idempotency';
import type { Kysely } from 'kysely';
import { addMs, hourMs, latestStored, secondMs } from '../base/clock.ts';
import type { CallerOwner } from '../base/idempotent-request.ts';
import type { Database } from './schema.ts';

/** The gateway renews the lease each second: after a kill, the key is free after this time. */
const leaseSeconds = 5;

interface Operation {
  owner: CallerOwner;
  key_hash: string;
}

export function idempotentOperationsStore(db: Kysely<Database>, now: Date) {
  const update = ({ owner, key_hash }: Operation) =>
    db.updateTable('idempotent_operation').where(owner.column, '=', owner.id).where('key_hash', '=', key_hash);

  return {
    /** Starts a new operation, or one that is a day old or stopped without a response; null for any other. */
    async start({ owner, key_hash }: Operation, input_hash: string): Promise<{ journal: string | null } | null> {
      const longAgo = addMs(now, -idempotencyHours * hourMs);
      const leased_until = addMs(now, leaseSeconds * secondMs);
      const fresh = { input_hash, leased_until, journal: null, answer: null, created_at: now };
      const isNew = await db
        .insertInto('idempotent_operation')
        .values({ [owner.column]: owner.id, key_hash, ...fresh })
        .onConflict((conflict) =>
          conflict
            .columns([owner.column, 'key_hash'])
            .doUpdateSet(fresh)
            .where('idempotent_operation.created_at', '<', longAgo),
        )
        .returning('key_hash')
        .executeTakeFirst();
      if (isNew) return { journal: null };
      const resumed = await update({ owner, key_hash })
        .set({ leased_until })
        .where('input_hash', '=', input_hash)
        .where('answer', 'is', null)
        .where((or) =>
          or.or([
            or('leased_until', 'is', null),
            or('leased_until', '<=', now),
            or('leased_until', '>', latestStored(now)),
          ]),
        )
        .returning('journal')
        .executeTakeFirst();
      return resumed ?? null;
    },

    find: ({ owner, key_hash }: Operation) =>
      db
        .selectFrom('idempotent_operation')
        .select(['input_hash', 'leased_until', 'answer'])
        .where(owner.column, '=', owner.id)
        .where('key_hash', '=', key_hash)
        .executeTakeFirst(),

    async renew(operation: Operation): Promise<void> {
      const leased_until = addMs(now, leaseSeconds * secondMs);
      await update(operation)
        .set({ leased_until })
        .where('answer', 'is', null)
        .where('leased_until', 'is not', null)
        .execute();
    },

    async storeJournal(operation: Operation, journal: string): Promise<void> {
      const leased_until = addMs(now, leaseSeconds * secondMs);
      await update(operation).set({ journal, leased_until }).where('answer', 'is', null).execute();
    },

    async storeResponse(operation: Operation, answer: string): Promise<void> {
      await update(operation).set({ answer, journal: null, leased_until: null }).where('answer', 'is', null).execute();
    },

    async end({ owner, key_hash }: Operation, forget: boolean): Promise<void> {
      if (!forget) {
        await update({ owner, key_hash }).set({ leased_until: null }).execute();
        return;
      }
      await db
        .deleteFrom('idempotent_operation')
        .where(owner.column, '=', owner.id)
        .where('key_hash', '=', key_hash)
        .where('answer', 'is', null)
        .execute();
    },
  };
}
