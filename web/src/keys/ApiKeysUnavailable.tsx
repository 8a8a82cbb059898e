import { Alert } from '@mantine/core';

/** Shown with a product API that has no calls for keys. */
export function ApiKeysUnavailable() {
  return (
    <Alert color="gray" title="API keys">
      The operator of the product API issues its API keys. Ask them for one.
    </Alert>
  );
}
