import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationHeaderSeal_OrganisationFragment } from '../gql/graphql.ts';
import { OrganisationSeal } from './OrganisationSeal.tsx';

const organisationFragment = graphql(`
  fragment OrganisationHeaderSeal_organisation on Organisation {
    id
    brandName
    state
    icon { name url }
    counts { completedAssessments assessments }
  }
`);

/** The seal in the header of an organisation's page, with its icon. */
export function OrganisationHeaderSeal({
  organisation,
}: {
  organisation: FragmentType<OrganisationHeaderSeal_OrganisationFragment>;
}) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  return complete && <OrganisationSeal organisation={data} size={40} />;
}
