import { Alert } from '@mantine/core';

/** Shown with a product API that has no calls for sessions. */
export function SessionsUnavailable() {
  return (
    <Alert color="gray" title="Security">
      The product API does not say where you are signed in, so sessions and devices cannot be shown here. Changing your
      password signs you out everywhere.
    </Alert>
  );
}
