import { type RoleKey, roleByName } from '@console/contract/access';
import type { inputId } from '@console/contract/shapes';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { parseId } from '../core/base/parse-id.ts';
import type { Database } from '../core/database/schema.ts';

/** Role of a form: `key` is null for an unknown id, undefined without one. */
export interface RequestedRole {
  id: number | undefined;
  key: RoleKey | null | undefined;
}

export async function readNamedRoles(trx: Transaction<Database>) {
  const rows = await trx.selectFrom('role').select(['id', 'id_str', 'label']).execute();
  return rows.map(({ id, id_str, label }) => ({ id, label, key: roleByName(id_str, label) }));
}

export const readRoles = async (trx: Transaction<Database>): Promise<Map<number, RoleKey | null>> =>
  new Map((await readNamedRoles(trx)).map(({ id, key }) => [id, key]));

export async function findRequestedRole(trx: Transaction<Database>, id: z.output<typeof inputId> | null | undefined) {
  if (id == null) return { id: undefined, key: undefined } satisfies RequestedRole;
  const roleId = parseId(id);
  return { id: roleId, key: (await readRoles(trx)).get(roleId) ?? null } satisfies RequestedRole;
}
