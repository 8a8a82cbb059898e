import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationSeal_OrganisationFragment } from '../gql/graphql.ts';
import { OrganisationStateSeal } from './OrganisationStateSeal.tsx';

const organisationFragment = graphql(`
  fragment OrganisationSeal_organisation on Organisation {
    id
    brandName
    state
    icon { name url }
    counts { completedAssessments assessments }
  }
`);

/** The seal in the header of an organisation's page, with its icon. */
export function OrganisationSeal({
  organisation,
}: {
  organisation: FragmentType<OrganisationSeal_OrganisationFragment>;
}) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  return complete && <OrganisationStateSeal organisation={data} size={40} />;
}
