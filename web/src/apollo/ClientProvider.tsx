import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useClientSource } from './ClientSourceProvider.tsx';
import { createClient } from './client.ts';

/** Provides the Apollo client for queries and fragments; `useMutationAction` does not need it. */
export function ClientProvider({ children }: { children: ReactNode }) {
  return <ApolloProvider client={useClientSource().getOrCreate(createClient)}>{children}</ApolloProvider>;
}
