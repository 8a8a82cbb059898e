import { lists } from '@console/contract/lists';
import { type ListMatch, type ListOrder, matchQuery, orderAndPageQuery } from '../product-api/list-query.ts';
import type { Place, RequestedPage } from '../product-api/paging.ts';

export interface ExternalUserFilter extends ListMatch<typeof lists.external_users> {
  order: ListOrder<typeof lists.external_users.orders>;
}

export interface ExternalUserQuery extends ExternalUserFilter {
  window: RequestedPage;
}

/** Page for our platform. Places have the row's id, which our platform knows by its user. */
export const externalUserQuery = ({ window, order, ...match }: ExternalUserQuery) => ({
  ...matchQuery(lists.external_users, match),
  ...orderAndPageQuery(lists.external_users, order, {
    ...window,
    after: placeOfUser(window.after),
    before: placeOfUser(window.before),
  }),
});

const placeOfUser = (place: Place | null): Place | null =>
  place && { ...place, id: place.id.slice(place.id.indexOf(':') + 1) };
