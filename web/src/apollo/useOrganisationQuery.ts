import type { MaybeMasked, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useParams } from 'react-router-dom';
import { type PageQueryOptions, usePageQuery } from './usePageQuery.ts';

interface OrganisationData {
  viewer?: { organisation?: unknown } | null;
  organisation?: unknown;
}

/** The query of a page of the viewer's own organisation (`own`), or of the one in the address. */
export const useOrganisationQuery = <Data extends OrganisationData, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables & { id: string; own: boolean }>,
  options: PageQueryOptions<Data>,
  variables?: Omit<Variables, 'id' | 'own'>,
) => {
  const { orgId } = useParams();
  const own = orgId === undefined;
  const all = { id: orgId ?? '', own, ...variables } as Variables & { id: string; own: boolean };
  const page = usePageQuery(document, all, options);
  const data = page.data as Data | undefined;
  const organisation = own ? data?.viewer?.organisation : data?.organisation;
  return { ...page, own, organisation: organisation as MaybeMasked<Data>['organisation'] };
};
