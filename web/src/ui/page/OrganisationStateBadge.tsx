import type { FragmentType } from '@apollo/client';
import { Badge } from '@mantine/core';
import { useFragment } from '../../apollo/useFragment.ts';
import { graphql } from '../../gql/gql.ts';
import type { OrganisationStateBadge_OrganisationFragment } from '../../gql/graphql.ts';

const organisationFragment = graphql(`fragment OrganisationStateBadge_organisation on Organisation { id state }`);

export function OrganisationStateBadge({
  organisation,
}: {
  organisation: FragmentType<OrganisationStateBadge_OrganisationFragment>;
}) {
  const { data } = useFragment(organisationFragment, organisation);
  return data.state === 'ACTIVE' ? <Badge color="green">Active</Badge> : <Badge color="gray">Disabled</Badge>;
}
