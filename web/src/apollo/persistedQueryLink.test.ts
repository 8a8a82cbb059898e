import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { of } from 'rxjs';
import { expect, test } from 'vitest';
import { LeadOnDocument } from '../gql/graphql.ts';
import { createPersistedQueryLink } from './persistedQueryLink.ts';

const all = { errorPolicy: 'all' } as const;

/** The requests that reach the transport; `known`: the gateway knows the hashes. */
async function sent(document: typeof LeadOnDocument, known: boolean) {
  const requests: unknown[] = [];
  const transport = new ApolloLink((operation) => {
    const { http } = operation.getContext();
    const { persistedQuery } = operation.extensions;
    requests.push([http?.includeQuery ?? true, persistedQuery?.sha256Hash.slice(0, 7)]);
    const unknown = persistedQuery && !http.includeQuery && !known;
    return of(unknown ? { errors: [{ message: 'PersistedQueryNotFound' }] } : { data: { viewer: null } });
  });
  const link = ApolloLink.from([createPersistedQueryLink(), transport]);
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link,
    defaultOptions: { watchQuery: all, query: all, mutate: all },
  });
  const { data } = await client.query({ query: document, fetchPolicy: 'no-cache' });
  return [data, ...requests];
}

test('DESIGN-9 an operation goes by its hash alone', async () => {
  expect(await sent(LeadOnDocument, true)).toEqual([{ viewer: null }, [false, 'sha256:']]);
});

test('DESIGN-9 a gateway that does not know the hash is sent the text as well', async () => {
  expect(await sent(LeadOnDocument, false)).toEqual([{ viewer: null }, [false, 'sha256:'], [true, 'sha256:']]);
});
