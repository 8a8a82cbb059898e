import type { MaybeMasked, OperationVariables, TypedDocumentNode, WatchQueryFetchPolicy } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useDeferredValue, useEffect, useState } from 'react';
import { toFailure } from '../feedback/failure.ts';
import { reportFailedRead } from '../feedback/refusedReads.ts';
import { dismissFailure } from '../feedback/toasts.tsx';
import { operationName } from './operationName.ts';

export interface PageQueryOptions<Data> {
  /** Paths of the required fields: if one is unknown or forbidden, the page is `missing`, without a toast. */
  main?: readonly string[];
  /** Whether the previous data stays visible while the result for other variables is loading; by default it does not. */
  keep?: (shown: MaybeMasked<Data>) => boolean;
  /** A mutation has just updated the cache: the page sends its query only if the cached data is incomplete. */
  settled?: boolean;
  /** A failure is shown in place only, without a toast. */
  quiet?: boolean;
  /** The query is not sent yet. */
  skip?: boolean;
}

/** New variables send a query; updates of the cache do not. */
const policyAfter = (_policy: WatchQueryFetchPolicy, { reason }: { reason: string }): WatchQueryFetchPolicy =>
  reason === 'variables-changed' ? 'cache-and-network' : 'cache-first';

/** The one query of a page. A failure is reported once in a toast; `retry` sends the query again. */
export const usePageQuery = <Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables?: Variables,
  { main = [], keep, settled = false, quiet = false, skip = false }: PageQueryOptions<Data> = {},
) => {
  const [opensSettled] = useState(settled);
  const {
    data,
    previousData,
    error,
    loading: pending,
    refetch,
  } = useQuery(document as TypedDocumentNode<Data>, {
    variables: variables ?? {},
    fetchPolicy: opensSettled ? 'cache-first' : 'cache-and-network',
    nextFetchPolicy: policyAfter,
    skip,
  });
  // React renders a page's first data in short slices, so that it does not block the browser.
  const rendered = useDeferredValue(!data) ? undefined : data;
  const loading = pending || !rendered !== !data;
  const missing = error !== undefined && toFailure(error).refusedAt.some((path) => main.includes(path));
  // The monitor sends the query again, and a line at the top of the page reports the outage.
  const isOutage = error !== undefined && toFailure(error).outage !== undefined;
  const whole = !loading && error === undefined;
  const action = operationName(document);
  useEffect(
    function reportOutcome() {
      const failure = error && toFailure(error);
      // The session link has already reported the end of the session.
      if (
        failure &&
        !missing &&
        !quiet &&
        !isOutage &&
        !failure.has('UNAUTHENTICATED') &&
        !failure.has('FACTOR_REQUIRED')
      )
        reportFailedRead(failure, action);
      else if (whole && action) dismissFailure(action);
    },
    [error, missing, whole, quiet, isOutage, action],
  );
  // Never partial, although the type allows it, because partial data must be requested.
  const answered = rendered as MaybeMasked<Data> | undefined;
  const before = previousData as MaybeMasked<Data> | undefined;
  const kept = (loading || isOutage) && before && keep?.(before) ? before : undefined;
  return {
    data: answered ?? kept,
    loading: loading || (isOutage && !answered && kept !== undefined),
    /** Whether the result is complete: then a null means that the object does not exist. */
    whole,
    failed: !loading && error !== undefined,
    missing,
    retry: () => void refetch(),
  };
};
