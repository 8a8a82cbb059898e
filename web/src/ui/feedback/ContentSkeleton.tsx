import { Paper, Skeleton, Stack, VisuallyHidden } from '@mantine/core';

const widths = ['60%', '80%', '70%', '75%', '65%', '78%'];

/** Placeholder of a page's content while it loads: a toolbar and rows, as in most pages. */
export function ContentSkeleton() {
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton h={36} maw={320} />
      <Paper px="sm">
        {widths.map((width) => (
          <Skeleton key={width} h={12} my="sm" w={width} />
        ))}
      </Paper>
    </Stack>
  );
}
