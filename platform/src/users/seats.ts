import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import { refusedWithCode } from '../core/base/failure.ts';
import type { Database } from '../core/database/schema.ts';
import { countActiveUsers } from './active-users.ts';

/** Throws 422 USER_LIMIT_REACHED if the limit leaves fewer places. External users need none. */
export async function requireFreeSeats(
  trx: Transaction<Database>,
  { id, user_limit }: LockedOrganisation,
  wanted: number,
): Promise<void> {
  if (user_limit === null) return;
  if ((await countActiveUsers(trx, id)) + wanted > user_limit)
    throw refusedWithCode('USER_LIMIT_REACHED', texts.users.limitReached);
}
