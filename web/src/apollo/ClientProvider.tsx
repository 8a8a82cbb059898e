import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { clientForSession } from './client.ts';
import { useSession } from './SessionProvider.tsx';

/** Provides the Apollo client for queries and fragments; `useMutationAction` does not need it. */
export function ClientProvider({ children }: { children: ReactNode }) {
  return <ApolloProvider client={clientForSession(useSession())}>{children}</ApolloProvider>;
}
