import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Container, Stack } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { OrganisationOverview_OrganisationFragment } from '../gql/graphql.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { OrganisationInformation } from './OrganisationInformation.tsx';
import { OrganisationStateBadge } from './OrganisationStateBadge.tsx';

const organisationFragment = graphql(`
  fragment OrganisationOverview_organisation on Organisation {
    id
    brandName
    userLimitText
    organiser {
      id
      fullName
    }
    ...OrganisationStateBadge_organisation
    ...OrganisationInformation_organisation
  }
`);

export function OrganisationOverview({
  organisation,
}: {
  organisation: FragmentType<OrganisationOverview_OrganisationFragment>;
}) {
  const { data, complete } = useFragment({
    fragment: organisationFragment,
    fragmentName: 'OrganisationOverview_organisation',
    from: organisation,
  });
  if (!complete) return null;
  return (
    <Container size={960} py="lg">
      <Stack gap="lg">
        <PageHeader
          crumbs={[{ label: 'Organisation' }]}
          title={data.brandName}
          badge={<OrganisationStateBadge organisation={data} />}
          facts={[
            ...(data.organiser ? [['Organiser', data.organiser.fullName] as const] : []),
            ['User Limit', data.userLimitText],
          ]}
        />
        <OrganisationInformation organisation={data} />
      </Stack>
    </Container>
  );
}
