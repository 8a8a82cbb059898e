import type { RoleKey } from '@console/contract/access';
import type { Context } from './context.ts';

/** The role with this id; null when the product API has none. */
export async function findRoleById({ api, services }: Context, id: string | number): Promise<RoleKey | null> {
  const roles = await services.lookups.roles(api);
  return roles.find((role) => role.id === String(id))?.key ?? null;
}
