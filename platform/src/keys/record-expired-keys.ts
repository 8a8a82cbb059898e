import type { Services } from '../core/access/services.ts';
import { recordExpiries } from '../core/database/record-expiries.ts';
import { recordedOwner } from './keys.store.ts';

/** Records each API key that expired without being revoked, once. */
export const recordExpiredKeys = (services: Pick<Services, 'db' | 'clock'>): Promise<void> =>
  recordExpiries(services, 'api_key', async (trx, ids) => {
    const expired = await trx
      .selectFrom('api_key')
      .select(['id', 'ent_usr_id', 'owner_org_id', 'expires_at'])
      .where('id', 'in', ids)
      .where('revoked_at', 'is', null)
      .orderBy('expires_at')
      .execute();
    return expired.map(({ id, expires_at, ...key }) => ({
      action: 'keys:expire',
      target: { type: 'api_key', id },
      after: { ...recordedOwner(key), expires_at },
    }));
  });
