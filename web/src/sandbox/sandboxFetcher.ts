import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { localSecretStore } from '../apollo/pageSecret.ts';
import { requestHeaders } from '../apollo/requestHeaders.ts';

/**
 * Sends requests as the user signed in to the console in this browser. With an Authorization header, sends them as that key and without the session.
 */
export const sandboxFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const withKey = headers.has('authorization');
  for (const [name, value] of Object.entries(requestHeaders(withKey ? null : localSecretStore.read())))
    if (!headers.has(name) || name === 'x-console-page') headers.set(name, value);
  return fetch(input, { ...init, headers, credentials: withKey ? 'omit' : 'same-origin' });
};

export const sandboxFetcher = createGraphiQLFetcher({ url: '/graphql', fetch: sandboxFetch });
