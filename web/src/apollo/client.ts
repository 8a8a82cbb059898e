import { ApolloClient, ApolloLink } from '@apollo/client';
import { HttpLink } from '@apollo/client/link/http';
import type { BrowserSession } from './BrowserSession.ts';
import { createCache } from './cache.ts';
import { createSessionLink } from './sessionLink.ts';

export const graphqlPath = '/graphql';

export const createClient = (session: BrowserSession, send: typeof fetch = fetch): ApolloClient => {
  const client = new ApolloClient({
    cache: createCache(),
    dataMasking: true,
    link: ApolloLink.from([
      createSessionLink(session),
      new HttpLink({ uri: graphqlPath, credentials: 'same-origin', fetch: send }),
    ]),
    defaultOptions: {
      watchQuery: { errorPolicy: 'all' },
      query: { errorPolicy: 'all' },
      mutate: { errorPolicy: 'all' },
    },
  });
  session.onClear(() => void client.clearStore());
  return client;
};
