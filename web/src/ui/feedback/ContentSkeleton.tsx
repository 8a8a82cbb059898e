import { Group, Paper, Skeleton, Stack, VisuallyHidden } from '@mantine/core';

const lines = Array.from({ length: 8 }, (_, index) => `line-${index}`);

/** Placeholder of a page's content while it loads: a toolbar and rows, as in most pages. */
export function ContentSkeleton() {
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton h={36} maw={320} />
      <Paper px="sm">
        {lines.map((line) => (
          <Group key={line} h={36} gap="xl" wrap="nowrap">
            <Skeleton h={12} w="24%" />
            <Skeleton h={12} w="36%" />
            <Skeleton h={12} w="16%" visibleFrom="sm" />
          </Group>
        ))}
      </Paper>
    </Stack>
  );
}
