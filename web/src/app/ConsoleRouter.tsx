import type { ComponentProps } from 'react';
import { RouterProvider } from 'react-router-dom';

/**
 * The console's pages. Without transitions: in one, a page is rendered for the next address before the last is gone, its query takes the new variables,
 * its old rendering takes them back, and the two ask the gateway in turns for ever.
 */
export function ConsoleRouter({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  return <RouterProvider router={router} useTransitions={false} />;
}
