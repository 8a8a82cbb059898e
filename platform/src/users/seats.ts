import { texts } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import { countActiveUsers } from '../core/active-users.ts';
import { refusedAs } from '../core/failure.ts';
import type { HeldOrganisation } from '../core/hold-organisation.ts';
import type { Database } from '../core/schema.ts';

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
