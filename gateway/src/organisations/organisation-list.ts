import type { Context } from '../core/context.ts';
import type { OrganisationOrder, OrganisationState, QueryOrganisationsArgs } from '../generated/resolvers-types.ts';
import { filterOrArgument, momentFilter, type PagedList, searchOf } from '../product-api/paging.ts';
import { type OrganisationBody, organisationOf } from '../product-api/shape.ts';
import {
  OrganisationLists,
  type OrganisationPage,
  organisationFilterQuery,
  organisationOrderQuery,
} from '../specified/organisation-lists.ts';

/** The organisations, without a permission check. */
export function organisationList(
  args: Partial<QueryOrganisationsArgs>,
  context: Context,
  { withTotals = false } = {},
): PagedList<OrganisationBody, OrganisationPage> {
  const { filter, orderBy } = args;
  const state = stateOf(args);
  const search = searchOf(args);
  const updatedSince = momentFilter('filter.updatedSince', filter?.updatedSince);
  const order = orderBy ?? defaultOrder(state);
  const list = { state, updatedSince, search, order };
  return {
    cursors: context.services.cursors.of({ list: 'organisations', ...list }),
    read: (window) => OrganisationLists.of(context).page({ ...list, window, withTotals }),
    stream: {
      list: 'organisations',
      query: { ...organisationFilterQuery(list), ...organisationOrderQuery(order) },
      rowOf: organisationOf,
    },
  };
}

/** The wanted state; undefined for both. */
function stateOf({ filter, state }: Partial<QueryOrganisationsArgs>): OrganisationState | undefined {
  const states = filterOrArgument('filter.states', filter?.states, state && [state]);
  if (states === undefined) return filter ? undefined : 'ACTIVE';
  return states.every((one) => one === states[0]) ? states[0] : undefined;
}

const defaultOrder = (state: OrganisationState | undefined): OrganisationOrder =>
  state === undefined
    ? { field: 'UPDATED_AT', direction: 'ASC' }
    : { field: state === 'ACTIVE' ? 'CREATED_AT' : 'UPDATED_AT', direction: 'DESC' };
