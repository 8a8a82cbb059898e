import type { GraphQLResolveInfo } from 'graphql';
import { selectsField } from '../../gateway/src/core/selects-field.ts';
import { type Body, isExtended, type PeerContext } from './rest.ts';

const cacheMs = 10 * 60_000;
const cache = new Map<string, { body: Promise<Body>; until: number }>();

/** A list of options, cached for all callers for as long as the gateway caches it. */
export const options = (path: string, key: string) => async (_root: unknown, _args: object, context: PeerContext) => {
  const cached = cache.get(path);
  const body = cached && cached.until > Date.now() ? cached.body : context.get(path);
  if (body !== cached?.body) cache.set(path, { body, until: Date.now() + cacheMs });
  return (await body)[key];
};

/** A page that the product API has cut, or of all rows if it answers no total. */
function connection(rows: readonly Body[], total: number | undefined, { first, offset }: Body) {
  const start = offset ?? 0;
  const nodes = total === undefined ? rows.slice(start, start + first) : rows;
  const totalCount = total ?? rows.length;
  return { nodes, edges: nodes, totalCount, pageInfo: { hasNextPage: start + nodes.length < totalCount } };
}

/** A page of a whole list, searched in some texts and sorted by a time, newest first. */
export function pageOfList(
  rows: readonly Body[],
  args: Body,
  timeOf: (row: Body) => string,
  textsOf: (row: Body) => (string | null | undefined)[] = () => [],
) {
  const search = args.search?.toLowerCase();
  const found = search ? rows.filter((row) => textsOf(row).some((text) => text?.toLowerCase().includes(search))) : rows;
  const ordered = found.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)) || other.id - one.id);
  return connection(ordered, undefined, args);
}

const newest = { active: 'created_at', disable: 'updated_at', inactive: 'updated_at' };

/** The parameters of one of the lists that a call answers. */
const rowsQuery = (list: keyof typeof newest, { orderBy, first, offset }: Body) => ({
  [`${list}_order_by`]: orderBy?.field.toLowerCase() ?? newest[list],
  [`${list}_direction`]: orderBy?.direction.toLowerCase() ?? 'desc',
  [`${list}_limit`]: first,
  [`${list}_offset`]: offset ?? 0,
});

/** REST-37. */
export async function organisationPage(
  _root: unknown,
  args: Body,
  { get, getTogether }: PeerContext,
  info?: GraphQLResolveInfo,
) {
  const list = args.filter?.states.includes('DISABLED') ? 'disable' : 'active';
  const totals = info && selectsField(info, 'totals') ? 'true' : undefined;
  const query = { search: args.search, ...rowsQuery(list, args), totals };
  const body = await (isExtended ? getTogether('/consoles/org_list', query) : get('/consoles/org_list'));
  return { ...connection(body[`${list}_orgs`], body[`${list}_count`], args), totals: body[`${list}_totals`] };
}

const readUserLists = (id: unknown, query: object, { getTogether }: PeerContext): Promise<Body> =>
  getTogether('/consoles/ext/user_lists', { org_id: id, ...query });

/** REST-17 and REST-18; each row refers to the answer, which says who is a responder. */
export async function userPage({ id }: Body, args: Body, context: PeerContext) {
  const { filter, search } = args;
  const list = filter.status === 'ACTIVE' ? 'active' : 'inactive';
  const query = { search, role_id: filter.roleIds, ...rowsQuery(list, args) };
  const body = await (isExtended
    ? readUserLists(id, query, context)
    : context.get(`/consoles/${list}_user_list`, { org_id: id, include_current_user: true }));
  const rows = body[`${list}_users`].map((row: Body) => ({ ...row, responders: body }));
  return connection(rows, body[`${list}_total_count`], args);
}

/** REST-31 and REST-32, in the answer with the pages of users. */
export const readExternalUsers = async (id: unknown, context: PeerContext): Promise<Body[]> =>
  (await readUserLists(id, { external: true }, context)).accepted_pending_user_list;
