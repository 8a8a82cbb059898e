import type { MaybeMasked, OperationVariables, TypedDocumentNode, WatchQueryFetchPolicy } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { dismissFailure, reportFailure } from '../ui/toasts.tsx';
import { toFailure } from './failure.ts';
import { operationName } from './operationName.ts';

interface PageOptions<Data> {
  /** Paths of the fields without which there is no page: one that is unknown or forbidden makes the page `missing`, without a toast. */
  main?: readonly string[];
  /** Whether what is shown stays while the answer to other variables is awaited; without it nothing does. */
  keep?: (shown: MaybeMasked<Data>) => boolean;
  /** An act has just put right in the cache what the page opens with: it is asked for only if it is not whole. */
  settled?: boolean;
  /** Not asked yet. */
  skip?: boolean;
}

/** Whatever is shown next is asked for; what the cache learns of what is shown is not. */
const policyAfter = (_policy: WatchQueryFetchPolicy, { reason }: { reason: string }): WatchQueryFetchPolicy =>
  reason === 'variables-changed' ? 'cache-and-network' : 'cache-first';

/** A page's one query: what came is shown, what failed is told once in the toast, and `retry` asks again. */
export const usePageQuery = <Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables?: Variables,
  { main = [], keep, settled = false, skip = false }: PageOptions<Data> = {},
) => {
  const [opensSettled] = useState(settled);
  const { data, previousData, error, loading, refetch } = useQuery(document as TypedDocumentNode<Data>, {
    variables: variables ?? {},
    fetchPolicy: opensSettled ? 'cache-first' : 'cache-and-network',
    nextFetchPolicy: policyAfter,
    skip,
  });
  const missing = error !== undefined && toFailure(error).refusedAt.some((path) => main.includes(path));
  const whole = !loading && error === undefined;
  const action = operationName(document);
  useEffect(
    function reportOutcome() {
      const failure = error && toFailure(error);
      // That the session ended was reported where it was noticed.
      if (failure && !missing && !failure.has('UNAUTHENTICATED')) reportFailure(failure, { action });
      else if (whole && action) dismissFailure(action);
    },
    [error, missing, whole, action],
  );
  // Never partial: only a query that asks for partial data gets it, whatever the type says.
  const answered = data as MaybeMasked<Data> | undefined;
  const before = previousData as MaybeMasked<Data> | undefined;
  const kept = loading && before && keep?.(before) ? before : undefined;
  return {
    data: answered ?? kept,
    loading,
    /** The answer is whole: what is null in it is not there. */
    whole,
    failed: !loading && error !== undefined,
    missing,
    retry: () => void refetch(),
  };
};
