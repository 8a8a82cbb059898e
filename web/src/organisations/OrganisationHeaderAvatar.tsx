import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationHeaderAvatar_OrganisationFragment } from '../gql/graphql.ts';
import { OrganisationAvatar } from './OrganisationAvatar.tsx';

const organisationFragment = graphql(`
  fragment OrganisationHeaderAvatar_organisation on Organisation {
    id
    brandName
    state
    icon { name url }
    counts { completedAssessments assessments }
  }
`);

/** The avatar in the header of an organisation's page, with its icon. */
export function OrganisationHeaderAvatar({
  organisation,
}: {
  organisation: FragmentType<OrganisationHeaderAvatar_OrganisationFragment>;
}) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  return complete && <OrganisationAvatar organisation={data} size={40} />;
}
