import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import { refusedAs } from '../core/base/failure.ts';
import { countActiveUsers } from '../core/database/active-users.ts';
import type { HeldOrganisation } from '../core/database/lock-organisation.ts';
import type { Database } from '../core/database/schema.ts';

/** Throws 422 USER_LIMIT_REACHED when so many more active users do not fit. Members count, and nobody who is mapped from elsewhere. */
export async function refuseWithoutSeats(
  trx: Transaction<Database>,
  { id, user_limit }: HeldOrganisation,
  wanted: number,
): Promise<void> {
  if (user_limit === null) return;
  if ((await countActiveUsers(trx, id)) + wanted > user_limit)
    throw refusedAs('USER_LIMIT_REACHED', texts.users.limitReached);
}
