import { ApolloLink } from '@apollo/client';
import { tap } from 'rxjs';
import { failureFromErrors, toFailure } from '../feedback/failure.ts';
import type { BrowserSession } from './BrowserSession.ts';
import { requestHeaders } from './requestHeaders.ts';
import { toSessionEnd } from './sessionEnd.ts';

/** The options of a mutation's request. */
export interface MutationContext {
  /** A sign-in sends its new secret instead of the tab's own. */
  pageSecret?: string;
  /** Headers of this one request. */
  headers?: Record<string, string>;
  /** Called with how much of a file is sent, from 0 to 1. */
  onSent?: (share: number) => void;
}

/** Adds the page secret to requests. Only this link detects the end of the session. */
export const createSessionLink = (session: BrowserSession): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const { pageSecret, headers, onSent } = operation.getContext() as MutationContext;
    const sent = pageSecret ?? session.secret;
    const isRead = operation.operationType === 'query';
    const ended = (end?: unknown) => {
      session.lost(sent, toSessionEnd(end));
      if (session.lapsed === null) return;
      if (!isRead) session.setAsksToSignIn(true);
      // Throws, so that the page keeps its data.
      else throw failureFromErrors([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    };
    operation.setContext({
      // Tells a load balancer, which does not read operations, which requests it may repeat.
      headers: { ...headers, ...requestHeaders(sent), 'x-apollo-operation-type': operation.operationType },
      fetchOptions: { signal: session.signal, onSent },
    });
    return forward(operation).pipe(
      tap({
        next: ({ data, errors, extensions }) => {
          const failure = errors?.length ? failureFromErrors(errors) : null;
          if (failure?.has('FACTOR_REQUIRED')) session.setLacksFactor(true);
          // A response with a viewer already has the new role.
          if (failure?.has('FORBIDDEN') && !data?.viewer) session.notifyRefused();
          // A null viewer with an error says nothing about the session.
          if (failure ? failure.has('UNAUTHENTICATED') : data?.viewer === null) ended(extensions?.sessionEnd);
        },
        error: (error: unknown) => {
          if (toFailure(error).has('UNAUTHENTICATED')) ended();
        },
      }),
    );
  });
