import type { GraphQLResolveInfo } from 'graphql';
import { selectsField } from '../../gateway/src/core/selects-field.ts';
import type { Body, ProductApi } from './product-api.ts';

export function connection(nodes: readonly Body[], totalCount: number, { offset }: Body) {
  const pageInfo = { hasPreviousPage: offset > 0, hasNextPage: (offset ?? 0) + nodes.length < totalCount };
  return { nodes, edges: nodes, totalCount, pageInfo };
}

export function pageOfList(rows: readonly Body[], args: Body, timeOf: (row: Body) => string) {
  const ordered = rows.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)) || other.id - one.id);
  const start = args.offset ?? 0;
  return connection(ordered.slice(start, start + args.first), ordered.length, args);
}

const newest = { active: 'created_at', disable: 'updated_at', inactive: 'updated_at' };

/** Parameters of a list; `prefix` is for calls that return several lists. */
const rowsQuery = (prefix: string, list: keyof typeof newest, { orderBy, first, offset }: Body) => ({
  [`${prefix}order_by`]: orderBy?.field.toLowerCase() ?? newest[list],
  [`${prefix}direction`]: orderBy?.direction.toLowerCase() ?? 'desc',
  [`${prefix}limit`]: first,
  [`${prefix}offset`]: offset ?? 0,
});

/** REST-37. */
export async function organisationPageParameters(
  _root: unknown,
  args: Body,
  api: ProductApi,
  info?: GraphQLResolveInfo,
) {
  const list = args.filter?.states.includes('DISABLED') ? 'disable' : 'active';
  const totals = info && selectsField(info, 'totals') ? 'true' : undefined;
  const body = await api.read('/consoles/org_list', {
    search: args.search,
    // The other list without rows.
    active_limit: 0,
    disable_limit: 0,
    ...rowsQuery(`${list}_`, list, args),
    totals,
  });
  return { ...connection(body[`${list}_orgs`], body[`${list}_count`], args), totals: body[`${list}_totals`] };
}

/** A page of an organisation's users. Each row keeps the whole response, which says who is a responder. */
export async function userPage({ id }: Body, args: Body, api: ProductApi) {
  const { filter, search } = args;
  const list = filter.status === 'ACTIVE' ? 'active' : 'inactive';
  const query = { org_id: id, state: list, search, role_id: filter.roleIds, ...rowsQuery('', list, args) };
  const body = await api.read('/consoles/ext/all_users', query);
  const rows = body.users.map((row: Body) => ({ ...row, responders: body }));
  return connection(rows, body.total_count, args);
}
