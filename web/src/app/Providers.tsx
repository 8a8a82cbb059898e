import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BrowserSession } from '../apollo/BrowserSession.ts';
import { SessionProvider } from '../apollo/SessionProvider.tsx';
import { Feedback } from '../ui/Feedback.tsx';
import { styleNonce } from '../ui/styleNonce.ts';
import { cssVariables, theme } from '../ui/theme.ts';

interface ProvidersProps {
  session: BrowserSession;
  client: ApolloClient;
  children: ReactNode;
}

export function Providers({ session, client, children }: ProvidersProps) {
  return (
    <SessionProvider session={session}>
      <ApolloProvider client={client}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          getStyleNonce={styleNonce}
        >
          {children}
          <Feedback />
        </MantineProvider>
      </ApolloProvider>
    </SessionProvider>
  );
}
