import { ApolloLink } from '@apollo/client';
import { mergeMap, of } from 'rxjs';

/** The gateway does not know the hash: it was started before this console was built, or after a later build. */
const unknownHash = 'PersistedQueryNotFound';

/** The code generator's hash of a document. */
const hashOf = ({ query }: ApolloLink.Operation): string | undefined =>
  (query as { __meta__?: { hash?: string } }).__meta__?.hash;

/** Sends operations by their hash, and with their text to a gateway that does not know the hash. */
export const createPersistedQueryLink = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const sha256Hash = hashOf(operation);
    if (sha256Hash === undefined) return forward(operation);
    const include = (includeQuery: boolean) =>
      operation.setContext(({ http }) => ({ http: { ...http, includeQuery, includeExtensions: true } }));
    operation.extensions.persistedQuery = { version: 1, sha256Hash };
    include(false);
    return forward(operation).pipe(
      mergeMap((result) => {
        const unknown = 'errors' in result && result.errors?.some(({ message }) => message === unknownHash);
        if (!unknown) return of(result);
        include(true);
        return forward(operation);
      }),
    );
  });
