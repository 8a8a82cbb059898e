import type { ApolloCache } from '@apollo/client';

/** Writes the second factors of a user into the cache, where they are part of an object without an id. */
export function storeFactors(cache: ApolloCache, userId: string, secondFactors: object): void {
  cache.modify({
    id: cache.identify({ __typename: 'User', id: userId }) ?? '',
    fields: { security: (security) => security && { ...security, secondFactors } },
  });
}
