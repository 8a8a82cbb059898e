import { Outlet } from 'react-router-dom';
import { ClientProvider } from '../apollo/ClientProvider.tsx';

export function Component() {
  return (
    <ClientProvider>
      <Outlet />
    </ClientProvider>
  );
}
