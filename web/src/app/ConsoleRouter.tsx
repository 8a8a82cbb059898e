import type { ComponentProps } from 'react';
import { RouterProvider } from 'react-router-dom';

/**
 * The console's pages, without React transitions: in a transition the old and the new rendering of a page set the variables of its query in alternation, and
 * send requests for ever.
 */
export function ConsoleRouter({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  return <RouterProvider router={router} useTransitions={false} />;
}
