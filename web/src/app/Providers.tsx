import type { ReactNode } from 'react';
import type { BrowserSession } from '../apollo/BrowserSession.ts';
import { SessionProvider } from '../apollo/SessionProvider.tsx';
import { ConsoleTheme } from '../ui/theme/ConsoleTheme.tsx';

interface ProvidersProps {
  session: BrowserSession;
  children: ReactNode;
}

export function Providers({ session, children }: ProvidersProps) {
  return (
    <SessionProvider session={session}>
      <ConsoleTheme>{children}</ConsoleTheme>
    </SessionProvider>
  );
}
