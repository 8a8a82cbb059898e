import type { ApolloCache, Reference } from '@apollo/client';
import { type ListArguments, placeInLists, timestampOrInfinity } from '../apollo/placeInLists.ts';
import { graphql } from '../gql/gql.ts';
import type { UserStatus } from '../gql/graphql.ts';

// Fields that a change of a user's status selects: of the user's page, and of the row in the other list.
graphql(`fragment userListCache_user on User { id organisationId status createdAt updatedAt ...UserTable_user }`);

interface PlacedUser {
  id: string;
  organisationId: string | null;
  status: UserStatus;
  createdAt: string | null;
}

interface UserArguments extends ListArguments {
  filter?: { status?: UserStatus } & Record<string, unknown>;
}

/** Moves a created (`previousStatus` null), activated or deactivated user: inactive ones to the top, active ones by creation. */
export const placeUser = (cache: ApolloCache, user: PlacedUser, previousStatus: UserStatus | null): void => {
  const { id, organisationId, status, createdAt } = user;
  if (status === previousStatus || organisationId === null) return;
  const owner = cache.identify({ __typename: 'Organisation', id: organisationId });
  const row = cache.identify({ __typename: 'User', id });
  if (!owner || !row) return;
  // Invitations of an inactive user cannot be renewed, and those of a new one are not listed yet.
  cache.evict({ id: owner, fieldName: 'invitations' });
  placeInLists<Reference, UserArguments>(cache, {
    owner,
    listField: 'users',
    part: 'nodes',
    row: { __ref: row },
    isRow: ({ __ref }) => __ref === row,
    leaves: ({ filter }) => filter?.status !== undefined && filter.status === previousStatus,
    arrives: ({ filter }) => filter?.status === status,
    isPlain: ({ filter = {}, search, orderBy }) => !search && !orderBy && Object.keys(filter).join() === 'status',
    precedes: (listed, readField) =>
      status === 'INACTIVE' ||
      timestampOrInfinity(readField<string>('createdAt', listed)) <= timestampOrInfinity(createdAt),
  });
};
