import type { MaybeMasked, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { reportFailure } from '../ui/toasts.tsx';
import { toFailure } from './failure.ts';

/** A page's one query: what came is shown, what failed is told once in the toast, and `retry` asks again. */
export const usePageQuery = <Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables?: Variables,
) => {
  const { data, error, loading, refetch } = useQuery(document as TypedDocumentNode<Data>, {
    variables: variables ?? {},
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  useEffect(
    function tellFailure() {
      const failure = error && toFailure(error);
      // That the session ended was told where it was noticed.
      if (failure && !failure.has('UNAUTHENTICATED')) reportFailure(failure);
    },
    [error],
  );
  // Never partial: only a query that asks for partial data gets it, whatever the type says.
  const shown = data as MaybeMasked<Data> | undefined;
  return { data: shown, loading, failed: !loading && error !== undefined, retry: () => void refetch() };
};
