import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { graphql } from '../gql/gql.ts';
import type { OrganisationSeal_OrganisationFragment } from '../gql/graphql.ts';
import { Seal } from '../ui/layout/Seal.tsx';
import { completedShare } from './completedShare.ts';

const organisationFragment = graphql(`
  fragment OrganisationSeal_organisation on Organisation {
    id
    brandName
    state
    icon {
      name
      url
    }
    counts {
      completedAssessments
      assessments
    }
  }
`);

/** The seal in the header of an organisation's page: its icon, its state, and how many of its assessments are completed. */
export function OrganisationSeal({
  organisation,
}: {
  organisation: FragmentType<OrganisationSeal_OrganisationFragment>;
}) {
  const { data, complete } = useFragment({ fragment: organisationFragment, from: organisation });
  if (!complete) return null;
  const { id, brandName, state, icon, counts } = data;
  return (
    <Seal
      kind="organisation"
      id={id}
      name={brandName}
      size={40}
      state={state === 'ACTIVE' ? 'active' : 'inactive'}
      share={completedShare(counts)}
      icon={icon?.url}
    />
  );
}
