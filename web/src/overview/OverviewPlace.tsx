import type { FragmentType } from '@apollo/client';
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { OverviewPlace_OrganisationFragment } from '../gql/graphql.ts';
import type { OverviewSectionProps } from './OverviewSection.tsx';
import { useOverviewFold } from './useOverviewFold.ts';

const OverviewSection = lazyPart<OverviewSectionProps>(
  async () => (await import('./OverviewSection.tsx')).OverviewSection,
);

const organisationFragment = graphql(`
  fragment OverviewPlace_organisation on Organisation {
    id
    viewerCanViewOverview
    viewerCanViewAssessments
    viewerCanViewMappings
    viewerCanCreateUsers
    viewerCanInviteOrganisations
  }
`);

interface OverviewPlaceProps {
  organisation: FragmentType<OverviewPlace_OrganisationFragment>;
  /** It is the viewer's own, on the page of their own organisation. */
  own?: boolean;
}

const chart = 292;
/** As high as the section, so that nothing moves when it arrives. */
const heightOf = (rows: { base: number; sm: number }, charts: number) => ({
  base: rows.base + charts * chart,
  sm: rows.sm + charts * chart,
  md: rows.sm + Math.ceil(charts / 2) * chart,
});

/** The overview of an organisation for a viewer who may see it; the page is rendered without it. */
export function OverviewPlace({ organisation, own = false }: OverviewPlaceProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { isOpen } = useOverviewFold('details');
  if (!complete || !data.viewerCanViewOverview) return null;
  const { viewerCanViewAssessments: withDetails } = data;
  const charts = isOpen ? (withDetails ? 4 : 2) : 0;
  return (
    <Suspense fallback={<Skeleton h={heightOf({ base: withDetails ? 276 : 226, sm: 175 }, charts)} />}>
      <OverviewSection organisation={data} own={own} />
    </Suspense>
  );
}
