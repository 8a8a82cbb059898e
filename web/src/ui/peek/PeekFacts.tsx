import { Stack, Title } from '@mantine/core';
import { type Description, DescriptionList } from '../layout/DescriptionList.tsx';

/** Labels and values in a panel. */
export function PeekFacts({ heading, entries }: { heading?: string; entries: readonly Description[] }) {
  return (
    <Stack gap="xs" component="section">
      {heading && <Title order={3}>{heading}</Title>}
      <DescriptionList entries={entries} narrow />
    </Stack>
  );
}
