import type { Services } from '../core/access/services.ts';
import { recordExpiries } from '../core/database/record-expiries.ts';

/** Records API keys that have expired, once for each; not those that were revoked before. */
export const recordExpiredKeys = (services: Pick<Services, 'db' | 'clock'>): Promise<void> =>
  recordExpiries(services, 'api_key', async (trx, ids) => {
    const expired = await trx
      .selectFrom('api_key')
      .select(['id', 'ent_usr_id', 'owner_org_id', 'expires_at'])
      .where('id', 'in', ids)
      .where('revoked_at', 'is', null)
      .orderBy('expires_at')
      .execute();
    return expired.map(({ id, ent_usr_id, owner_org_id, expires_at }) => ({
      action: 'keys:expire',
      target: { type: 'api_key', id },
      after: { ...(ent_usr_id === null ? { ent_org_id: owner_org_id } : { ent_usr_id }), expires_at },
    }));
  });
