import type { RoleKey } from '@console/contract/access';
import type { Context } from './context.ts';

/** The role that a form names by its id; null when it is none of the product API's. */
export async function givenRole({ api, services }: Context, id: string | number): Promise<RoleKey | null> {
  const roles = await services.lookups.roles(api);
  return roles.find((role) => role.id === String(id))?.key ?? null;
}
