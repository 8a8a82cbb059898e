import type { ApolloCache } from '@apollo/client';

/** Puts a new API key in front of the keys of its organisation. */
export const prependOrganisationKey = (cache: ApolloCache, organisationId: string, keyId: string): void => {
  cache.modify({
    id: cache.identify({ __typename: 'Organisation', id: organisationId }),
    fields: {
      organisationApiKeys: (keys, { toReference }) => {
        const added = toReference({ __typename: 'OrganisationApiKey', id: keyId });
        return Array.isArray(keys) && added ? [added, ...keys] : keys;
      },
    },
  });
};
