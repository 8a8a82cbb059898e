import { createGraphiQLFetcher, type Fetcher, type FetcherParams } from '@graphiql/toolkit';
import { GraphQLError, getOperationAST, parse } from 'graphql';
import { localSecretStore } from '../apollo/pageSecret.ts';
import { requestHeaders } from '../apollo/requestHeaders.ts';

/** Sends requests with the console's session or, if there is an Authorization header, with that key alone. */
export const sandboxFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const withKey = headers.has('authorization');
  for (const [name, value] of Object.entries(requestHeaders(withKey ? null : localSecretStore.read())))
    if (!headers.has(name) || name === 'x-console-page') headers.set(name, value);
  return fetch(input, { ...init, headers, credentials: withKey ? 'omit' : 'same-origin' });
};

export const sandboxFetcher = createGraphiQLFetcher({ url: '/graphql', fetch: sandboxFetch });

function isMutation({ query, operationName }: FetcherParams): boolean {
  try {
    return getOperationAST(parse(query), operationName)?.operation === 'mutation';
  } catch {
    // The gateway rejects a document that cannot be parsed.
    return false;
  }
}

/** Asks before the first mutation. If the user declines, the mutation is not sent, and the next one asks again. */
export function confirmMutations(fetcher: Fetcher, confirm: () => Promise<boolean>): Fetcher {
  let confirmed = false;
  return async (params, options) => {
    if (!confirmed && isMutation(params)) {
      confirmed = await confirm();
      if (!confirmed) return { errors: [new GraphQLError('You cancelled the mutation. Nothing was sent.')] };
    }
    return fetcher(params, options);
  };
}
