import { ApolloLink } from '@apollo/client';
import { tap } from 'rxjs';
import { Failure, failureFromErrors, toFailure } from '../feedback/failure.ts';
import { reportFailure } from '../feedback/toasts.tsx';
import type { BrowserSession } from './BrowserSession.ts';
import { requestHeaders } from './requestHeaders.ts';

const sessionEnded = (): Failure => {
  const failure = new Failure();
  failure.lines = ['Your session has ended. Please sign in again.'];
  return failure;
};

/** What a mutation may set for its request. */
export interface MutationContext {
  /** A sign-in sends its new secret instead of the tab's own. */
  pageSecret?: string;
  /** Headers of this one request. */
  headers?: Record<string, string>;
}

/** Sends the page secret, and is the one place that detects the end of the session. */
export const createSessionLink = (session: BrowserSession): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const { pageSecret, headers } = operation.getContext() as MutationContext;
    const sent = pageSecret ?? session.secret;
    const ended = (failure: Failure) => session.lost(sent) && reportFailure(failure);
    operation.setContext({
      headers: { ...headers, ...requestHeaders(sent) },
      fetchOptions: { signal: session.signal },
    });
    return forward(operation).pipe(
      tap({
        next: ({ data, errors }) => {
          const failure = errors?.length ? failureFromErrors(errors) : null;
          if (failure?.has('UNAUTHENTICATED')) ended(failure);
          // A null viewer with an error says nothing about the session.
          else if (!failure && data?.viewer === null) ended(sessionEnded());
        },
        error: (error: unknown) => {
          const failure = toFailure(error);
          if (failure.has('UNAUTHENTICATED')) ended(failure);
        },
      }),
    );
  });
