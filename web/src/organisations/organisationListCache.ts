import type { ApolloCache, Reference } from '@apollo/client';
import type { OrganisationState } from '../gql/graphql.ts';

interface PlacedOrganisation {
  id: string;
  state: OrganisationState;
  createdAt: string | null;
}

interface ListArguments {
  state?: OrganisationState;
  search?: string;
  orderBy?: object;
  first?: number;
  offset?: number;
}

interface List {
  nodes: readonly Reference[];
  totalCount: number;
}

/** The arguments stand in the name under which the cache keeps a list. */
const argumentsOf = (storeFieldName: string): ListArguments =>
  JSON.parse(/^\w+\((.*)\)$/s.exec(storeFieldName)?.[1] ?? '{}');

/** All of one state in the order of the server: where one belongs among them is known here as well. */
const isPlain = ({ search, orderBy }: ListArguments): boolean => !search && !orderBy;

/**
 * Moves an organisation that was created (`was` null), enabled or disabled between the lists that are in the cache (DESIGN 6). It leaves every page on which it
 * stands. It arrives on the first page of a list in its own order, a disabled one at the top and an active one by creation; on a page that was searched or
 * sorted only the server knows where. Totals follow wherever they can be told.
 */
export const placeOrganisation = (
  cache: ApolloCache,
  { id, state, createdAt }: PlacedOrganisation,
  was: OrganisationState | null,
): void => {
  const row = cache.identify({ __typename: 'Organisation', id });
  if (!row || state === was) return;
  cache.modify<{ organisations: List | null }>({
    id: 'ROOT_QUERY',
    fields: {
      organisations(kept, { storeFieldName, readField }) {
        const list = kept as List | null;
        const args = argumentsOf(storeFieldName);
        if (!list || !args.state) return kept;
        const { nodes, totalCount } = list;
        const stands = nodes.some(({ __ref }) => __ref === row);
        if (args.state === was && (stands || isPlain(args)))
          return {
            ...list,
            nodes: nodes.filter(({ __ref }) => __ref !== row),
            totalCount: Math.max(0, totalCount - 1),
          };
        if (args.state !== state || stands || !isPlain(args)) return kept;
        const { first = nodes.length + 1, offset = 0 } = args;
        const isOlder = (node: Reference) => timeOf(readField<string>('createdAt', node)) <= timeOf(createdAt);
        const found = state === 'DISABLED' ? 0 : nodes.findIndex(isOlder);
        const at = found < 0 ? nodes.length : found;
        const placed = [...nodes.slice(0, at), { __ref: row }, ...nodes.slice(at)].slice(0, first);
        return { ...list, nodes: offset === 0 ? placed : nodes, totalCount: totalCount + 1 };
      },
    },
  });
};

/** One without a date is taken for new. */
const timeOf = (moment: string | null | undefined): number => (moment ? Date.parse(moment) : Number.POSITIVE_INFINITY);
