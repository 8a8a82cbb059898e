import type { FragmentType } from '@apollo/client';
import type { ReactNode } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationOverview_OrganisationFragment } from '../gql/graphql.ts';
import { attentionLink } from '../ui/navigation/attentionLink.ts';
import { useOriginList } from '../ui/navigation/useOriginList.ts';
import { OverviewSection } from './OverviewSection.tsx';
import { overviewLinks } from './overviewLinks.ts';

const organisationFragment = graphql(`
  fragment OrganisationOverview_organisation on Organisation {
    id
    attention { ...AttentionList_item @unmask } # an item has no cache id
    viewerCanViewOverview
    viewerCanViewAssessments
    viewerCanCreateUsers
    viewerCanInviteOrganisations
  }
`);

interface OrganisationOverviewProps {
  organisation: FragmentType<OrganisationOverview_OrganisationFragment>;
  /** Whether this is the page of the viewer's own organisation. */
  own?: boolean;
  children?: ReactNode;
}

/** Pending items and charts of an organisation. For a viewer who sees neither, the page is rendered without them. */
export function OrganisationOverview({ organisation, own = false, children }: OrganisationOverviewProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { from } = useOriginList();
  if (!complete) return null;
  const { id, attention, viewerCanViewOverview, viewerCanCreateUsers, viewerCanInviteOrganisations } = data;
  const place = { own, from };
  const steps = [
    ...(viewerCanCreateUsers ? [{ label: 'Add users', to: own ? '/U/new' : `/O/${id}/user/new` }] : []),
    ...(viewerCanInviteOrganisations
      ? [{ label: 'Invite an organisation', to: own ? '/M/invite' : `/O/${id}/mapping/invite` }]
      : []),
  ];
  return (
    <OverviewSection
      attention={attention}
      emails={own}
      linkTo={({ kind }) => attentionLink(kind, id, place)}
      charts={viewerCanViewOverview ? { organisationId: id, links: overviewLinks(data, place), steps } : null}
    >
      {children}
    </OverviewSection>
  );
}
