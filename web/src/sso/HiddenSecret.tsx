import { secretMask } from '@console/contract/rules';
import { VisuallyHidden } from '@mantine/core';

/** In place of a stored secret, which no one can read. */
export function HiddenSecret() {
  return (
    <>
      <span aria-hidden>{secretMask}</span>
      <VisuallyHidden>Stored, never shown</VisuallyHidden>
    </>
  );
}
