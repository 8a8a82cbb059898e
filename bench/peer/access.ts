import type { GraphQLResolveInfo } from 'graphql';
import { type Action, decideAccess, mayManageRole, roleByName } from '../../contract/src/access.ts';
import type { Body, ProductApi } from './product-api.ts';

type Resolver = (parent: Body, args: Body, api: ProductApi, info?: GraphQLResolveInfo) => unknown;

export const roleOf = ({ role }: Body) => roleByName(role?.idStr, role?.name);

export async function isAllowed(api: ProductApi, action: Action, organisationId: unknown): Promise<boolean> {
  const user = await api.caller();
  const caller = { role: roleOf(user), organisationId: user.ent_org_id == null ? null : String(user.ent_org_id) };
  return decideAccess(caller, action, String(organisationId ?? '')) === 'allowed';
}

const idOf = ({ id }: Body): unknown => id;
export const homeOf = ({ ent_org_id }: Body): unknown => ent_org_id;

/** Resolver of a field that requires a permission in an organisation, by default in the parent. */
export const allowed =
  (action: Action, read: Resolver, organisationOf: (parent: Body, args: Body) => unknown = idOf): Resolver =>
  async (parent, args, api, info) => {
    const permission = isAllowed(api, action, organisationOf(parent, args));
    const [isPermitted, answer] = await Promise.all([permission, read(parent, args, api, info)]);
    if (!isPermitted) throw new Error('Your role does not allow this');
    return answer;
  };

/** Whether the caller may perform an action in an organisation. Some actions also require that it is enabled. */
export const mayIn =
  (action: Action, needsEnabled = false): Resolver =>
  (organisation, _args, api) =>
    !(needsEnabled && organisation.is_disabled) && isAllowed(api, action, organisation.id);

/** Whether the caller may perform an action on a user. `disabled`: the action changes the state, which is never allowed on oneself. */
export const mayFor =
  (action: Action, disabled?: boolean): Resolver =>
  async (user, _args, api) => {
    const caller = await api.caller();
    if (disabled !== undefined && (Boolean(user.is_disabled) !== disabled || caller.id === user.id)) return false;
    return mayManageRole(roleOf(caller), roleOf(user)) && isAllowed(api, action, user.ent_org_id);
  };
