import type { MaybeMasked, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useParams } from 'react-router-dom';
import { usePageQuery } from './usePageQuery.ts';

interface OrganisationData {
  viewer?: { organisation?: unknown } | null;
  organisation?: { id?: string } | null;
}

interface OrganisationQueryOptions {
  /** Fields of the organisation without which the page is `missing`. */
  main?: readonly string[];
  /** Shows the previous data of the organisation while the result for other variables is loading. */
  keep?: boolean;
  /** A mutation has just updated the cache: the page sends its query only if the cached data is incomplete. */
  settled?: boolean;
}

/** Query of a page of the viewer's own organisation (`own`), or of the one in the URL. */
export const useOrganisationQuery = <Data extends OrganisationData, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables & { id: string; own: boolean }>,
  { main = [], keep = false, settled = false }: OrganisationQueryOptions = {},
  variables?: Omit<Variables, 'id' | 'own'>,
) => {
  const { orgId } = useParams();
  const own = orgId === undefined;
  const place = own ? 'viewer.organisation' : 'organisation';
  const all = { id: orgId ?? '', own, ...variables } as Variables & { id: string; own: boolean };
  const page = usePageQuery(document, all, {
    main: [...(own ? [] : [place]), ...main.map((field) => `${place}.${field}`)],
    keep: (shown) => keep && (own || (shown as Data).organisation?.id === orgId),
    settled,
  });
  const data = page.data as Data | undefined;
  const organisation = own ? data?.viewer?.organisation : data?.organisation;
  return {
    ...page,
    // Without a viewer the session has just ended.
    whole: page.whole && data?.viewer !== null,
    own,
    organisation: organisation as MaybeMasked<Data>['organisation'],
  };
};
