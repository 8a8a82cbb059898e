import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useClientSource } from './ClientSourceProvider.tsx';
import { createClient } from './client.ts';

/** Around whatever asks for data. What only acts (`useAct`) needs none. */
export function ClientProvider({ children }: { children: ReactNode }) {
  return <ApolloProvider client={useClientSource().take(createClient)}>{children}</ApolloProvider>;
}
