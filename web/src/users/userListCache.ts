import type { ApolloCache, Reference } from '@apollo/client';
import type { UserStatus } from '../gql/graphql.ts';

interface PlacedUser {
  id: string;
  organisationId: string | null;
  status: UserStatus;
  createdAt: string | null;
}

interface ListArguments {
  filter?: { status?: UserStatus } & Record<string, unknown>;
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

/** Everybody of one status in the order of the server: where somebody belongs in it is known here as well. */
const isPlain = ({ filter = {}, search, orderBy }: ListArguments): boolean =>
  !search && !orderBy && Object.keys(filter).join() === 'status';

/**
 * Moves somebody who was created (`was` null), activated or deactivated between the organisation's lists that are in the cache (DESIGN 6). They leave every
 * page on which they stand. They arrive on the first page of a list in its own order, inactive ones at the top and active ones by creation; on a page that was
 * searched, filtered or sorted only the server knows where. Totals follow wherever they can be told.
 */
export const placeUser = (cache: ApolloCache, user: PlacedUser, was: UserStatus | null): void => {
  const { id, organisationId, status, createdAt } = user;
  if (status === was || organisationId === null) return;
  const owner = cache.identify({ __typename: 'Organisation', id: organisationId });
  const row = cache.identify({ __typename: 'User', id });
  if (!owner || !row) return;
  cache.modify<{ users: List | null }>({
    id: owner,
    fields: {
      users(kept, { storeFieldName, readField }) {
        const list = kept as List | null;
        const args = argumentsOf(storeFieldName);
        const wants = args.filter?.status;
        if (!list || !wants) return kept;
        const { nodes, totalCount } = list;
        const stands = nodes.some(({ __ref }) => __ref === row);
        if (wants === was && (stands || isPlain(args)))
          return {
            ...list,
            nodes: nodes.filter(({ __ref }) => __ref !== row),
            totalCount: Math.max(0, totalCount - 1),
          };
        if (wants !== status || stands || !isPlain(args)) return kept;
        const { first = nodes.length + 1, offset = 0 } = args;
        const isOlder = (node: Reference) => timeOf(readField<string>('createdAt', node)) <= timeOf(createdAt);
        const found = status === 'INACTIVE' ? 0 : nodes.findIndex(isOlder);
        const at = found < 0 ? nodes.length : found;
        const placed = [...nodes.slice(0, at), { __ref: row }, ...nodes.slice(at)].slice(0, first);
        return { ...list, nodes: offset === 0 ? placed : nodes, totalCount: totalCount + 1 };
      },
    },
  });
};

/** Who has no date is taken for new. */
const timeOf = (moment: string | null | undefined): number => (moment ? Date.parse(moment) : Number.POSITIVE_INFINITY);
