import { Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Description, DescriptionList } from './DescriptionList.tsx';

interface DescriptionGroupProps {
  heading: string;
  /** Above the entries. */
  lead?: ReactNode;
  entries: readonly Description[];
}

/** A description list under a heading. */
export function DescriptionGroup({ heading, lead, entries }: DescriptionGroupProps) {
  return (
    <Paper p="lg" component="section">
      <Stack gap="md">
        <Title order={2}>{heading}</Title>
        {lead}
        <DescriptionList entries={entries} />
      </Stack>
    </Paper>
  );
}
