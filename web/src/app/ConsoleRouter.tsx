import type { ComponentProps } from 'react';
import { RouterProvider } from 'react-router-dom';

/** Pages without React transitions, in which old and new rendering would alternate query variables and send requests for ever. */
export function ConsoleRouter({ router }: Pick<ComponentProps<typeof RouterProvider>, 'router'>) {
  return <RouterProvider router={router} useTransitions={false} />;
}
