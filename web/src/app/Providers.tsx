import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import type { BrowserSession } from '../apollo/BrowserSession.ts';
import { SessionProvider } from '../apollo/SessionProvider.tsx';
import { ConsoleTheme } from '../ui/ConsoleTheme.tsx';

interface ProvidersProps {
  session: BrowserSession;
  client: ApolloClient;
  children: ReactNode;
}

export function Providers({ session, client, children }: ProvidersProps) {
  return (
    <SessionProvider session={session}>
      <ApolloProvider client={client}>
        <ConsoleTheme>{children}</ConsoleTheme>
      </ApolloProvider>
    </SessionProvider>
  );
}
