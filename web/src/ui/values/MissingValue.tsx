import { VisuallyHidden } from '@mantine/core';

export function MissingValue() {
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>Not given</VisuallyHidden>
    </>
  );
}
