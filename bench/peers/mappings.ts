import { currentUser, isAllowed } from './access.ts';
import { type ListArgs, pageOfList } from './connection.ts';
import type { Body, PeerContext } from './rest.ts';
import { stateOf } from './users.ts';

const reference = ({ id, brandname }: Body) => ({ id, brandName: brandname });
const person = (user: Body) =>
  user && {
    id: user.id,
    email: user.email,
    name: [user.firstname, user.lastname].filter(Boolean).join(' ') || user.email,
  };

/** Who made the request; of an accepted mapping the user of the other organisation. */
function organiserOf(row: Body, other: Body) {
  if (!row.activated) return row.requester;
  const party = [row.requester, row.mapped_user].find((user) => user?.ent_org_id === other.id);
  return party ?? other.organizer;
}

async function toEdge(row: Body, organisationId: number, context: PeerContext) {
  const other = row.customer.id === organisationId ? row.vendor : row.customer;
  const mayAnswer = await isAllowed(context, 'mappings:answer', organisationId);
  const asked = row.show_activate_deactivate_button;
  const disabled = row.vendor.is_disabled || row.customer.is_disabled;
  const own = row.requester?.id === (await currentUser(context)).id;
  const block = disabled ? 'ORGANISATION_DISABLED' : own ? 'OWN_INVITATION' : null;
  const acceptBlock = asked && mayAnswer ? block : null;
  const state = stateOf(row);
  return {
    id: row.id,
    customer: reference(row.customer),
    vendor: reference(row.vendor),
    state,
    updatedAt: row.updated_at,
    counterpart: reference(other),
    organiser: person(organiserOf(row, other)),
    at: state === 'ACCEPTED' ? row.updated_at : row.created_at,
    action: asked ? (mayAnswer ? 'ACCEPT_OR_REJECT' : 'PENDING') : 'STATUS',
    statusText: asked ? 'Pending' : (row.status ?? (row.activated ? 'Accepted' : 'Pending')),
    acceptBlock,
    viewerCanAccept: asked && mayAnswer && acceptBlock === null,
    viewerCanReject: asked && mayAnswer,
  };
}

async function readLists(id: number, states: readonly string[], context: PeerContext): Promise<Body[]> {
  const { get } = context;
  const own = (await currentUser(context)).ent_org_id === id;
  if (!own) {
    const { accepted_org_list, pending_org_list } = await get(`/consoles/specific_pen_acc_org_list?org_id=${id}`);
    return [...accepted_org_list, ...pending_org_list];
  }
  return states.includes('ACCEPTED')
    ? (await get('/consoles/accepcted_org_list')).accepted_org_list
    : (await get('/consoles/pending_org_list')).pending_org_list;
}

export const mappingResolvers = {
  Organisation: {
    async mappings({ id }: Body, args: ListArgs, context: PeerContext) {
      const states: string[] = args.filter?.states;
      const rows = (await readLists(id, states, context)).filter((row) => states.includes(stateOf(row)));
      const edges = await Promise.all(rows.map((row) => toEdge(row, id, context)));
      const texts = ({ counterpart, organiser }: Body) => [counterpart.brandName, organiser?.name, organiser?.email];
      return pageOfList(edges, args, texts, ({ updatedAt }) => updatedAt);
    },
  },
};
