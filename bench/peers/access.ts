import { type Action, decideAccess, mayManageRole, roleByName, roleLevel, roles } from '../../contract/src/access.ts';
import { seniorPosts } from '../../contract/src/rules.ts';
import type { Body, PeerContext } from './rest.ts';

/** REST-3: the user of the request. */
export const currentUser = async ({ post }: PeerContext): Promise<Body> =>
  (await post('/tasks/api_user_detail', { task: { api_key: '{key}' } })).user;

export const roleOf = (user: Body) => roleByName(user.role?.idStr, user.role?.name);

const idOf = (value: unknown) => (value == null ? null : String(value));

export async function isAllowed(context: PeerContext, action: Action, organisationId: unknown): Promise<boolean> {
  const user = await currentUser(context);
  const caller = { role: roleOf(user), organisationId: idOf(user.ent_org_id) };
  return decideAccess(caller, action, String(organisationId ?? '')) === 'allowed';
}

export async function isAllowedForUser(context: PeerContext, action: Action, user: Body, oneself: boolean) {
  const current = await currentUser(context);
  return (
    (await isAllowed(context, action, user.ent_org_id)) &&
    mayManageRole(roleOf(current), roleOf(user)) &&
    (oneself || current.id !== user.id)
  );
}

/** A role as the schema has it. */
export function toRole(role: Body) {
  const known = roles.find(({ key }) => key === roleByName(role?.idStr, role?.name, role?.label));
  return (
    known && {
      ...known,
      id: role.id,
      level: roleLevel(known.key),
      canLeadDepartment: known.key === 'AUDITEE',
      proposedForOrganiser: known.key === 'ORGANISER',
      proposedForDesignations: seniorPosts.filter((post) => post.role === known.key).map(({ id }) => id),
    }
  );
}
