import { Box, Stack, Title, VisuallyHidden } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { ChartsPlaceholder } from './ChartsPlaceholder.tsx';
import { FigureList } from './FigureList.tsx';
import type { OverviewChartsProps } from './OverviewCharts.tsx';
import { figuresOfAll } from './overviewFigures.ts';
import { useOverview } from './useOverview.ts';
import { useOverviewFold } from './useOverviewFold.ts';

const OverviewCharts = lazyPart<OverviewChartsProps>(async () => (await import('./OverviewCharts.tsx')).OverviewCharts);

/** The charts of all organisations, where they are unfolded. */
export function OverviewOfAll({ id }: { id: string }) {
  const { isOpen } = useOverviewFold('list');
  return (
    <Box id={id} hidden={!isOpen}>
      {isOpen && <UnfoldedOverview />}
    </Box>
  );
}

function UnfoldedOverview() {
  // The line of the header has sent it.
  const { overview } = useOverview(undefined, { settled: true });
  return (
    <Stack component="section" gap="sm" aria-label="Overview">
      <VisuallyHidden>
        <Title order={2}>Overview</Title>
      </VisuallyHidden>
      <Box hiddenFrom="md">
        <FigureList figures={figuresOfAll(overview)} />
      </Box>
      <Suspense fallback={<ChartsPlaceholder count={6} wholePage />}>
        {overview ? (
          <OverviewCharts overview={overview} links={{}} steps={[]} />
        ) : (
          <ChartsPlaceholder count={6} wholePage />
        )}
      </Suspense>
    </Stack>
  );
}
