import type { ApolloCache } from '@apollo/client';
import { graphql } from '../gql/gql.ts';

const viewerFragment = graphql(`fragment updateTopBarLogo_viewer on Viewer { user { id organisationId } }`);

/** Updates the logo of the top bar, which belongs to the viewer's own organisation. */
export const updateTopBarLogo = (
  cache: ApolloCache,
  organisation: { id: string; logo: { url: string } | null } | null,
): void => {
  const id = cache.identify({ __typename: 'Viewer' });
  const viewer = id && cache.readFragment({ id, fragment: viewerFragment });
  if (!organisation || !viewer || viewer.user.organisationId !== organisation.id) return;
  cache.modify({
    id: cache.identify({ __typename: 'User', id: viewer.user.id }),
    fields: { logoUrl: () => organisation.logo?.url ?? null },
  });
};
