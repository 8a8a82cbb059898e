import type { RoleKey } from '@console/contract/access';
import type { Context } from './context.ts';

/** The role with this id; null when the product API has none. */
export async function findRoleById(context: Context, id: string | number): Promise<RoleKey | null> {
  const roles = await context.services.lookups.roles(context);
  return roles.find((role) => role.id === String(id))?.key ?? null;
}
