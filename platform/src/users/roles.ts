import { type RoleKey, roleByName } from '@console/contract/access';
import type { idIn } from '@console/contract/shapes';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { toId } from '../core/access/allowed-organisations.ts';
import type { UserRow } from '../core/database/ent-usr.ts';
import type { Database } from '../core/database/schema.ts';

/** A role as a form names it: the key is null when the id is no role's, undefined when none was named. */
export interface GivenRole {
  id: number | undefined;
  key: RoleKey | null | undefined;
}

/** The roles of this database, by id. */
export async function readRoles(trx: Transaction<Database>): Promise<Map<number, RoleKey | null>> {
  const rows = await trx.selectFrom('role').select(['id', 'id_str', 'label']).execute();
  return new Map(rows.map(({ id, id_str, label }) => [id, roleByName(id_str, label)]));
}

/** The role that a form names. */
export async function givenRole(trx: Transaction<Database>, id: z.output<typeof idIn> | null | undefined) {
  if (id == null) return { id: undefined, key: undefined } satisfies GivenRole;
  const roleId = toId(id);
  return { id: roleId, key: (await readRoles(trx)).get(roleId) ?? null } satisfies GivenRole;
}

/** The role of a user; null for somebody invited, who has none yet. */
export const roleOf = ({ role_id_str, role_label }: UserRow): RoleKey | null => roleByName(role_id_str, role_label);
