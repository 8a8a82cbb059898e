import type { FragmentType } from '@apollo/client';
import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationOverview_OrganisationFragment } from '../gql/graphql.ts';
import { OverviewPlace } from '../overview/OverviewPlace.tsx';
import { PageActions } from '../ui/layout/PageActions.tsx';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { useTrail } from '../ui/layout/useTrail.ts';
import { OrganisationAccountPanel } from './OrganisationAccountPanel.tsx';
import { OrganisationHeaderAvatar } from './OrganisationHeaderAvatar.tsx';
import { OrganisationInformation } from './OrganisationInformation.tsx';
import { OrganisationStateBadge } from './OrganisationStateBadge.tsx';

const organisationFragment = graphql(`
  fragment OrganisationOverview_organisation on Organisation {
    id
    brandName
    viewerCanViewMappings
    viewerCanViewApiKeys
    viewerCanManageWebhooks
    viewerCanViewActivity
    ...OrganisationHeaderAvatar_organisation
    ...OrganisationStateBadge_organisation
    ...OrganisationInformation_organisation
    ...OverviewPlace_organisation
    ...OrganisationAccountPanel_organisation
  }
`);

interface OrganisationOverviewProps {
  organisation: FragmentType<OrganisationOverview_OrganisationFragment>;
  /** The viewer may edit their own organisation. */
  editable: boolean;
  /** Above the information. */
  first?: ReactNode;
  /** More sections below the information. */
  children: ReactNode;
}

export function OrganisationOverview({ organisation, editable, first, children }: OrganisationOverviewProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { trail } = useTrail();
  if (!complete) return null;
  return (
    <PageFrame
      side={<OrganisationAccountPanel organisation={data} readOnly={!editable} />}
      header={
        <PageHeader
          avatar={<OrganisationHeaderAvatar organisation={data} />}
          title={data.brandName}
          badge={<OrganisationStateBadge organisation={data} />}
          actions={
            <PageActions
              others={[
                ...(data.viewerCanViewMappings ? [{ label: 'External Mapping', to: '/M', state: trail }] : []),
                ...(data.viewerCanViewApiKeys
                  ? [
                      {
                        label: data.viewerCanManageWebhooks ? 'API keys and webhooks' : 'API keys',
                        to: '/O/keys',
                        state: trail,
                      },
                    ]
                  : []),
                ...(data.viewerCanViewActivity ? [{ label: 'Activity', to: '/O/activity', state: trail }] : []),
              ]}
              primary={
                editable && (
                  <Button component={Link} to="/O/edit" state={trail}>
                    Edit
                  </Button>
                )
              }
            />
          }
        />
      }
    >
      <Stack gap="lg">
        {first}
        <OverviewPlace organisation={data} own />
        <OrganisationInformation organisation={data} />
        {children}
      </Stack>
    </PageFrame>
  );
}
