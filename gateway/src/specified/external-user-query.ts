import { directions } from '../product-api/lists.ts';
import { type PageWindow, type Place, windowQuery } from '../product-api/paging.ts';
import type { MappingState } from './mapping-shapes.ts';

/** Which external users are wanted, and in which order. */
export interface ExternalUserFilter {
  search: string | undefined;
  states: readonly MappingState[] | undefined;
  updatedSince: string | undefined;
  order: { field: 'AT' | 'NAME' | 'EMAIL'; direction: keyof typeof directions };
}

export interface ExternalUserQuery extends ExternalUserFilter {
  window: PageWindow;
}

const orderFields = { AT: 'updated_at', NAME: 'name', EMAIL: 'email' } as const;

/** Search, filter and order as our platform reads them. */
export const externalFilterQuery = ({ search, states, updatedSince, order }: ExternalUserFilter) => ({
  search,
  state: states?.map((state) => state.toLowerCase() as Lowercase<MappingState>),
  updated_since: updatedSince,
  order_by: orderFields[order.field],
  direction: directions[order.direction],
});

/** The same with the page. Places have the id of the row, which our platform knows by its user. */
export const externalUserQuery = ({ window, ...filter }: ExternalUserQuery) => ({
  ...externalFilterQuery(filter),
  ...windowQuery(
    { ...window, after: placeOfUser(window.after), before: placeOfUser(window.before) },
    filter.order.field === 'AT',
  ),
});

const placeOfUser = (place: Place | null): Place | null =>
  place && { ...place, id: place.id.slice(place.id.indexOf(':') + 1) };
