import { lists } from '@console/contract/lists';
import type { Context } from '../core/context.ts';
import type { OrganisationOrder, OrganisationState, QueryOrganisationsArgs } from '../generated/resolvers-types.ts';
import { checkedMatch, matchQuery, orderQuery } from '../product-api/list-query.ts';
import { filterOrArgument, type PagedList } from '../product-api/paging.ts';
import { type OrganisationBody, organisationOf } from '../product-api/shape.ts';
import { OrganisationLists, type OrganisationPage } from '../specified/organisation-lists.ts';

/** Organisations without a permission check. */
export function organisationList(
  args: Partial<QueryOrganisationsArgs>,
  context: Context,
  { withTotals = false } = {},
): PagedList<OrganisationBody, OrganisationPage> {
  const { filter, orderBy } = args;
  const state = stateOf(args);
  const match = checkedMatch(lists.organisations, args, {
    state,
    updatedSince: filter?.updatedSince,
    attention: filter?.attention,
  });
  const { updatedSince, attention, search } = match;
  const order = orderBy ?? defaultOrder(state);
  return {
    cursors: context.services.cursors.of({ list: 'organisations', state, updatedSince, attention, search, order }),
    read: (window) => OrganisationLists.of(context).page({ ...match, order, window, withTotals }),
    stream: {
      list: 'organisations',
      query: { ...matchQuery(lists.organisations, match), ...orderQuery(lists.organisations, order) },
      rowOf: organisationOf,
    },
  };
}

/** Wanted state; undefined for both. */
function stateOf({ filter, state }: Partial<QueryOrganisationsArgs>): OrganisationState | undefined {
  const states = filterOrArgument('filter.states', filter?.states, state && [state]);
  if (states === undefined) return filter ? undefined : 'ACTIVE';
  return states.every((one) => one === states[0]) ? states[0] : undefined;
}

const defaultOrder = (state: OrganisationState | undefined): OrganisationOrder =>
  state === undefined
    ? { field: 'UPDATED_AT', direction: 'ASC' }
    : { field: state === 'ACTIVE' ? 'CREATED_AT' : 'UPDATED_AT', direction: 'DESC' };
