import { createContext, type ReactNode, useContext } from 'react';
import type { ClientSource } from './ClientSource.ts';

const ClientSourceContext = createContext<ClientSource | null>(null);

export function ClientSourceProvider({ source, children }: { source: ClientSource; children: ReactNode }) {
  return <ClientSourceContext value={source}>{children}</ClientSourceContext>;
}

export const useClientSource = (): ClientSource => {
  const source = useContext(ClientSourceContext);
  if (!source) throw new Error('useClientSource needs a ClientSourceProvider above it');
  return source;
};
