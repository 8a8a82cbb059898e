import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** Placeholder of a page's content while it loads. */
export function ContentSkeleton() {
  return (
    <Stack gap="lg" role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton h={36} maw={320} />
      <Skeleton h={240} />
    </Stack>
  );
}
