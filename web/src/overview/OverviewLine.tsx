import { Group } from '@mantine/core';
import { HeaderFact } from '../ui/layout/PageHeader.tsx';
import { FigureValue } from './FigureValue.tsx';
import { OverviewFailure } from './OverviewFailure.tsx';
import { OverviewToggle } from './OverviewToggle.tsx';
import { figuresOfAll } from './overviewFigures.ts';
import { useOverview } from './useOverview.ts';
import { useOverviewFold } from './useOverviewFold.ts';

/** The figures of all organisations in the header of their list; on a phone they are with the charts. */
export function OverviewLine({ controls }: { controls: string }) {
  const { overview, failed, retry } = useOverview(undefined);
  const { isOpen, toggle } = useOverviewFold('list');
  if (failed) return <OverviewFailure onRetry={retry} />;
  return (
    <Group gap="md" wrap="nowrap">
      {figuresOfAll(overview).map((figure) => (
        <Group key={figure.label} visibleFrom="md" wrap="nowrap">
          <HeaderFact label={figure.label}>
            <FigureValue figure={figure} />
          </HeaderFact>
        </Group>
      ))}
      <OverviewToggle isOpen={isOpen} controls={controls} onClick={toggle} />
    </Group>
  );
}
