import { type ApolloClient, ApolloLink } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { catchError, of, tap, throwError } from 'rxjs';
import { type Failure, toFailure } from '../feedback/failure.ts';
import type { OutageMonitor } from '../feedback/outage.ts';
import { graphql } from '../gql/gql.ts';
import type { BrowserSession } from './BrowserSession.ts';

/** The cached data of a query: a failed read must not replace it with nulls. */
const cachedResponse = ({ client, query, variables }: ApolloLink.Operation) => {
  const { result, complete } = client.cache.diff<Record<string, unknown>>({
    query,
    variables,
    optimistic: false,
    returnPartialData: false,
  });
  return complete ? result : null;
};

/** Reports outages. An affected read is answered from a complete cache, with its error. Mutations are never repeated. */
export const createOutageLink = (session: BrowserSession, monitor: OutageMonitor): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const isRead = operation.operationType === 'query';
    const report = ({ outage, aborted }: Failure) => {
      // On the sign-in pages a mutation reports its failure itself.
      if (outage && !aborted && (isRead || session.secret !== null)) monitor.report(outage);
    };
    return forward(operation).pipe(
      tap((result) => {
        const errors = 'errors' in result && result.errors?.length ? new CombinedGraphQLErrors(result) : null;
        const failure = errors && toFailure(errors);
        if (!failure?.outage) return monitor.report(null);
        // The page can continue to show its data.
        if (isRead && (failure.outage === 'platform' || cachedResponse(operation))) throw errors;
        report(failure);
      }),
      catchError((error: unknown) => {
        const failure = toFailure(error);
        report(failure);
        const hasEnded = failure.has('UNAUTHENTICATED');
        const data = isRead && (failure.outage || hasEnded) ? cachedResponse(operation) : null;
        if (!data) return throwError(() => error);
        const code = hasEnded ? 'UNAUTHENTICATED' : undefined;
        const extensions = { code, outage: failure.outage, requestId: failure.requestId };
        return of({ data, errors: [{ message: failure.message, extensions }] });
      }),
    );
  });

const smallQuery = graphql(`query OutageLink { viewer { user { id } } }`);

/** Sends the reads of the open page again that failed in an outage; without one, a small read. */
export const retryReads = async (client: ApolloClient, session: BrowserSession): Promise<void> => {
  const failed = [...client.getObservableQueries('active')].filter((query) => {
    const { error } = query.getCurrentResult();
    return error && toFailure(error).outage;
  });
  if (failed.length > 0) await Promise.all(failed.map((query) => query.refetch()));
  else if (session.secret !== null) await client.query({ query: smallQuery, fetchPolicy: 'network-only' });
};
