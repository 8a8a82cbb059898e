import { isOrganiserOrHigher } from '../../contract/src/access.ts';
import { mappingRowOf, mappingStateOf } from '../../gateway/src/specified/mapping-row.ts';
import { isAllowed, roleOf } from './access.ts';
import type { Body, ProductApi } from './product-api.ts';

/** Whether another active Organiser or higher can accept an invitation that the caller sent. */
async function hasOtherOrganiser(caller: Body, id: unknown, api: ProductApi): Promise<boolean> {
  const { active_users } = await api.read('/consoles/active_user_list', { org_id: id, include_current_user: true });
  return active_users.some((user: Body) => user.id !== caller.id && isOrganiserOrHigher(roleOf(user)));
}

/** Converts a row of REST-30, REST-31 or REST-32 to the schema's external user. */
export async function toExternalUser(row: Body, organisationId: unknown, api: ProductApi) {
  const { user, updated_at, requester = { id: row.requester_id } } = row;
  const state = mappingStateOf(row);
  const home = row.home_org ?? row.vendor;
  const viewerCanReject = state === 'PENDING' && (await isAllowed(api, 'users:mapExternal', organisationId));
  const caller = await api.caller();
  const isOwn = viewerCanReject && requester.id === caller.id;
  const ownBlock = isOwn && (await hasOtherOrganiser(caller, organisationId, api)) ? 'OWN_INVITATION' : null;
  const userBlock = user.is_disabled ? 'USER_INACTIVE' : ownBlock;
  const acceptBlock = viewerCanReject ? (home?.is_disabled ? 'ORGANISATION_DISABLED' : userBlock) : null;
  const viewerCanMap = viewerCanReject && acceptBlock === null;
  return {
    id: `${organisationId}:${user.id}`,
    user,
    homeOrganisation: home,
    state,
    at: updated_at,
    acceptBlock,
    viewerCanMap,
    viewerCanRemove: state === 'ACCEPTED' && (await isAllowed(api, 'users:mapExternal', organisationId)),
    viewerCanWithdraw: state === 'PENDING' && (await isAllowed(api, 'users:inviteExternal', organisationId)),
    viewerCanReject,
    viewerCanEditPerson: viewerCanMap && user.ent_org_id == null && (user.role == null || !user.firstname),
  };
}

/** REST-33 and REST-34 for the caller's organisation, REST-35 for any other organisation. */
export async function readMappings(id: number, states: readonly string[], api: ProductApi): Promise<Body[]> {
  const caller = await api.caller();
  const own = states.includes('ACCEPTED') ? '/consoles/accepcted_org_list' : '/consoles/pending_org_list';
  const { accepted_org_list = [], pending_org_list = [] } = await (caller.ent_org_id === id
    ? api.read(own)
    : api.read('/consoles/specific_pen_acc_org_list', { org_id: id }));
  const viewer = { mayAnswer: await isAllowed(api, 'mappings:answer', id), userId: String(caller.id) };
  return [...accepted_org_list, ...pending_org_list]
    .map((row) => ({ ...mappingRowOf(row, String(id), viewer), organisationId: id, cursor: '' }))
    .filter(({ node }) => states.includes(node?.state ?? ''));
}
