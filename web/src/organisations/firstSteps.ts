import type { OrganisationPageQuery } from '../gql/graphql.ts';

type Viewer = NonNullable<OrganisationPageQuery['viewer']>;

export interface FirstStep {
  kind: 'details' | 'organisations' | 'invitations' | 'people';
  done: boolean;
}

/** The first steps that the viewer may take. */
export const firstStepsOf = ({ can, firstSteps }: Pick<Viewer, 'can' | 'firstSteps'>): FirstStep[] => {
  if (!firstSteps) return [];
  const { hasOrganisationDetails, hasCustomersOrVendors, hasPeople } = firstSteps;
  return [
    ...(can.editOwnOrganisation ? [{ kind: 'details' as const, done: hasOrganisationDetails }] : []),
    { kind: can.createOrganisation ? 'organisations' : 'invitations', done: hasCustomersOrVendors },
    ...(can.manageUsers ? [{ kind: 'people' as const, done: hasPeople }] : []),
  ];
};
