import { Box, Group, Paper, Skeleton, Stack, VisuallyHidden } from '@mantine/core';

const widths = ['60%', '80%', '70%', '75%', '65%', '78%'];

export interface ContentSkeletonProps {
  /** What is loading: a toolbar and rows, names with their values, or fields. */
  of?: 'list' | 'facts' | 'form';
}

/** Placeholder of a page's content while it loads, in the form that it will have. */
export function ContentSkeleton({ of = 'list' }: ContentSkeletonProps) {
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      {of === 'list' && <Skeleton h={36} maw={320} />}
      <Paper px="sm">
        {widths.map((width) =>
          of === 'form' ? (
            <Box key={width} my="md" maw={440}>
              <Skeleton h={12} w={96} mb="xs" />
              <Skeleton h={36} />
            </Box>
          ) : (
            <Group key={width} my="sm" wrap="nowrap">
              {of === 'facts' && <Skeleton h={12} w={96} flex="none" />}
              <Skeleton h={12} w={width} maw={of === 'facts' ? 280 : undefined} />
            </Group>
          ),
        )}
      </Paper>
    </Stack>
  );
}
