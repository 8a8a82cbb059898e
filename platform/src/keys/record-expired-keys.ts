import type { Services } from '../core/access/services.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import { runCommand } from '../core/database/transaction.ts';

/** Keys of one transaction. */
const mostAtOnce = 500;

/** Records API keys that have expired, once for each; not those that were revoked before. Several platforms may run it at once. */
export async function recordExpiredKeys(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  while ((await recordSome(services)) === mostAtOnce);
}

const recordSome = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> =>
  runCommand({ db, clock, notices: null }, systemActor, async (trx) => {
    const expired = await trx
      .selectFrom('api_key')
      .select(['id', 'ent_usr_id', 'expires_at', 'revoked_at'])
      .where('expires_at', '<=', clock())
      .whereRef('expires_at', '>', 'expiry_seen')
      .orderBy('expires_at')
      .limit(mostAtOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    if (expired.length === 0) return { answer: 0, audit: null };
    await trx
      .updateTable('api_key')
      .set(({ ref }) => ({ expiry_seen: ref('expires_at') }))
      .where(
        'id',
        'in',
        expired.map(({ id }) => id),
      )
      .execute();
    const audit = expired
      .filter(({ revoked_at }) => revoked_at === null)
      .map(({ id, ent_usr_id, expires_at }) => ({
        action: 'keys:expire',
        target: { type: 'api_key', id },
        after: { ent_usr_id, expires_at },
      }));
    return { answer: expired.length, audit: audit.length > 0 ? audit : null };
  });
