import { Box, Divider, Group, Paper, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

const widths = ['60%', '80%', '70%', '75%', '65%', '78%'];
const heads = ['first', 'second', 'third', 'fourth'];

const lines = {
  list: (width: string): ReactNode => (
    <Group h={36}>
      <Skeleton h={12} w={width} />
    </Group>
  ),
  facts: (width: string): ReactNode => (
    <Group my="sm" wrap="nowrap">
      <Skeleton h={12} w={96} flex="none" />
      <Skeleton h={12} w={width} maw={280} />
    </Group>
  ),
  form: (): ReactNode => (
    <Box my="md">
      <Skeleton h={12} w={96} mb="xs" />
      <Skeleton h={36} />
    </Box>
  ),
};

export interface ContentSkeletonProps {
  /** Kind of loading content: a toolbar and rows, names with values, or fields. */
  of?: keyof typeof lines;
}

/** Placeholder of a page's content while it loads, in the form that it will have. */
export function ContentSkeleton({ of = 'list' }: ContentSkeletonProps) {
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      {of === 'list' && <Skeleton h={36} maw={320} />}
      <Paper px="sm">
        {of === 'list' && (
          <>
            <Group h={36} grow gap="xl">
              {heads.map((head) => (
                <Skeleton key={head} h={10} maw={72} />
              ))}
            </Group>
            <Divider mx="calc(-1 * var(--mantine-spacing-sm))" />
          </>
        )}
        {widths.map((width) => (
          <Fragment key={width}>{lines[of](width)}</Fragment>
        ))}
      </Paper>
    </Stack>
  );
}
