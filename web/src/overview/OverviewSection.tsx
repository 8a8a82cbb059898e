import { Box, Group, Paper, Stack, Title } from '@mantine/core';
import { Suspense, useId } from 'react';
import { lazyPart } from '../feedback/lazyPart.tsx';
import type { OverviewPlace_OrganisationFragment } from '../gql/graphql.ts';
import { useOriginList } from '../ui/layout/useOriginList.ts';
import { ChartsPlaceholder } from './ChartsPlaceholder.tsx';
import { FigureList } from './FigureList.tsx';
import type { OverviewChartsProps } from './OverviewCharts.tsx';
import { OverviewFailure } from './OverviewFailure.tsx';
import { OverviewToggle } from './OverviewToggle.tsx';
import { figuresOfOne } from './overviewFigures.ts';
import { overviewLinks } from './overviewLinks.ts';
import { useOverview } from './useOverview.ts';
import { useOverviewFold } from './useOverviewFold.ts';

const OverviewCharts = lazyPart<OverviewChartsProps>(async () => (await import('./OverviewCharts.tsx')).OverviewCharts);

export interface OverviewSectionProps {
  organisation: OverviewPlace_OrganisationFragment;
  own: boolean;
}

/** The figures of an organisation above its details. */
export function OverviewSection({ organisation, own }: OverviewSectionProps) {
  const id = useId();
  const { from } = useOriginList();
  const { overview, failed, retry } = useOverview(organisation.id);
  const { isOpen, toggle } = useOverviewFold('details');
  const links = overviewLinks(organisation, { own, from });
  const users = own ? '/U' : `/O/${organisation.id}/user`;
  const mappings = own ? '/M' : `/O/${organisation.id}/mapping`;
  const steps = [
    ...(organisation.viewerCanCreateUsers ? [{ label: 'Add users', to: `${users}/new` }] : []),
    ...(organisation.viewerCanInviteOrganisations
      ? [{ label: 'Invite an organisation', to: `${mappings}/invite` }]
      : []),
  ];
  const placeholder = <ChartsPlaceholder count={links.assessments ? 4 : 2} />;
  return (
    <Paper p="lg" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} id={id}>
            Overview
          </Title>
          <OverviewToggle isOpen={isOpen} controls={`${id}-charts`} onClick={toggle} />
        </Group>
        {failed ? (
          <OverviewFailure onRetry={retry} />
        ) : (
          <>
            <FigureList figures={figuresOfOne(overview, links)} />
            <Box id={`${id}-charts`} hidden={!isOpen}>
              {isOpen && (
                <Suspense fallback={placeholder}>
                  {overview ? <OverviewCharts overview={overview} links={links} steps={steps} /> : placeholder}
                </Suspense>
              )}
            </Box>
          </>
        )}
      </Stack>
    </Paper>
  );
}
