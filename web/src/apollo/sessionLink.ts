import { ApolloLink } from '@apollo/client';
import { tap } from 'rxjs';
import { reportFailure } from '../ui/toasts.tsx';
import type { BrowserSession } from './BrowserSession.ts';
import { Failure, failureOf, toFailure } from './failure.ts';
import { requestHeaders } from './requestHeaders.ts';

const sessionEnded = (): Failure => {
  const failure = new Failure();
  failure.lines = ['Your session has ended. Please sign in again.'];
  return failure;
};

/** What an act may say of its own request. */
export interface ActContext {
  /** A sign-in sends the secret it has just made instead of the tab's own. */
  pageSecret?: string;
  /** Headers of this one request. */
  headers?: Record<string, string>;
}

/** Sends the page secret and notices, in this one place, that the session has ended. */
export const createSessionLink = (session: BrowserSession): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const { pageSecret, headers } = operation.getContext() as ActContext;
    const sent = pageSecret ?? session.secret;
    const ended = (failure: Failure) => session.lost(sent) && reportFailure(failure);
    operation.setContext({
      headers: { ...headers, ...requestHeaders(sent) },
      fetchOptions: { signal: session.signal },
    });
    return forward(operation).pipe(
      tap({
        next: ({ data, errors }) => {
          const failure = errors?.length ? failureOf(errors) : null;
          if (failure?.has('UNAUTHENTICATED')) ended(failure);
          // With an error beside it a null viewer says nothing about the session.
          else if (!failure && data?.viewer === null) ended(sessionEnded());
        },
        error: (error: unknown) => {
          const failure = toFailure(error);
          if (failure.has('UNAUTHENTICATED')) ended(failure);
        },
      }),
    );
  });
