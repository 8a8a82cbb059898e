import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { BrowserSession } from './BrowserSession.ts';

const SessionContext = createContext<BrowserSession | null>(null);

export function SessionProvider({ session, children }: { session: BrowserSession; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export const useSession = (): BrowserSession => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
};

/** Whether this session lacks a second factor that is asked for now. */
export const useLacksFactor = (): boolean => {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, () => session.lacksFactor);
};

/** Whether this tab holds a session; follows sign-in, sign-out and a session that ends. */
export const useSignedIn = (): boolean => {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, () => session.secret !== null);
};
