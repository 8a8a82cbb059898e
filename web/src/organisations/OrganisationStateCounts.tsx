import { Group } from '@mantine/core';
import { formatCount } from '../ui/layout/format.ts';
import { HeaderFact } from '../ui/layout/PageHeader.tsx';
import { ShareBar } from '../ui/layout/ShareBar.tsx';

/** How many of all organisations are active. */
export function OrganisationStateCounts({ active, disabled }: { active: number; disabled: number }) {
  return (
    <Group gap="sm">
      <HeaderFact label="Active">{formatCount(active)}</HeaderFact>
      <ShareBar share={active / Math.max(active + disabled, 1)} />
      <HeaderFact label="Disabled">{formatCount(disabled)}</HeaderFact>
    </Group>
  );
}
