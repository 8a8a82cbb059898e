import type { Kysely } from 'kysely';
import type { Database, NewRow } from '../core/database/schema.ts';
import { demoNow } from './demo-now.ts';

/** Inserts a pending mapping requested by the customer, with the given fields, and returns its id. */
export async function addMapping(
  db: Kysely<Database>,
  vendor_id: number,
  customer_id: number,
  more: Partial<NewRow<'org_mapping'>> = {},
): Promise<number> {
  const times = { created_at: demoNow, updated_at: demoNow };
  const row = { vendor_id, customer_id, status: 'Pending', requested_by_org_id: customer_id, ...times, ...more };
  return (await db.insertInto('org_mapping').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Inserts a user's invitation into an organisation, with the given fields, and returns its id. */
export async function addUserMapping(
  db: Kysely<Database>,
  ent_usr_id: number,
  mapped_org_id: number,
  more: Partial<NewRow<'user_mapping'>> = {},
): Promise<number> {
  const row = { ent_usr_id, mapped_org_id, created_at: demoNow, updated_at: demoNow, ...more };
  return (await db.insertInto('user_mapping').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
