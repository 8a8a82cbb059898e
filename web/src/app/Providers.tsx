import type { ReactNode } from 'react';
import type { BrowserSession } from '../apollo/BrowserSession.ts';
import type { ClientSource } from '../apollo/ClientSource.ts';
import { ClientSourceProvider } from '../apollo/ClientSourceProvider.tsx';
import { SessionProvider } from '../apollo/SessionProvider.tsx';
import { ConsoleTheme } from '../ui/layout/ConsoleTheme.tsx';

interface ProvidersProps {
  session: BrowserSession;
  source: ClientSource;
  children: ReactNode;
}

export function Providers({ session, source, children }: ProvidersProps) {
  return (
    <SessionProvider session={session}>
      <ClientSourceProvider source={source}>
        <ConsoleTheme>{children}</ConsoleTheme>
      </ClientSourceProvider>
    </SessionProvider>
  );
}
