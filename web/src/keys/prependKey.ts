import type { ApolloCache } from '@apollo/client';
import { addToList } from '../apollo/addToList.ts';

/** Puts a new API key in front of the keys of an organisation, or of the viewer's own. */
export const prependKey = (cache: ApolloCache, organisationId: string | null, id: string): void =>
  organisationId === null
    ? addToList(cache, { __typename: 'Viewer' }, 'apiKeys', { __typename: 'ApiKey', id })
    : addToList(cache, { __typename: 'Organisation', id: organisationId }, 'organisationApiKeys', {
        __typename: 'OrganisationApiKey',
        id,
      });
