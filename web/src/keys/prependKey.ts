import type { ApolloCache } from '@apollo/client';

/** Puts a new API key in front of the keys of an organisation, or of the viewer's own. */
export const prependKey = (cache: ApolloCache, organisationId: string | null, keyId: string): void => {
  const owner = organisationId === null ? { __typename: 'Viewer' } : { __typename: 'Organisation', id: organisationId };
  const [field, keyType] =
    organisationId === null ? ['apiKeys', 'ApiKey'] : ['organisationApiKeys', 'OrganisationApiKey'];
  cache.modify({
    id: cache.identify(owner),
    fields: {
      [field]: (keys, { toReference }) => {
        const added = toReference({ __typename: keyType, id: keyId });
        return Array.isArray(keys) && added ? [added, ...keys] : keys;
      },
    },
  });
};
