import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import { demoNow } from './demo-now.ts';

/** Has the identity provider manage a user of an organisation, with the columns that it has set. */
export async function addProvisionedUser(
  db: Kysely<Database>,
  ent_org_id: number,
  { id: ent_usr_id, email }: { id: number; email: string },
  set_fields: string[],
): Promise<void> {
  const defaults = { default_role: 'AUDITEE', default_designation: 'Analyst', default_department: 'InfoSec' } as const;
  const setting = { ...defaults, default_supervisor: null, enabled_by: null, enabled_at: demoNow, updated_at: demoNow };
  await db
    .insertInto('scim_setting')
    .values({ ent_org_id, ...setting })
    .onConflict((of) => of.doNothing())
    .execute();
  const times = { managed_at: demoNow, created_at: demoNow, updated_at: demoNow };
  await db
    .insertInto('scim_user')
    .values({ id: randomUUID(), ent_org_id, ent_usr_id, user_name: email, external_id: null, set_fields, ...times })
    .execute();
}
