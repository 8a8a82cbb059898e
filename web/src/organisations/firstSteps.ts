import type { OrganisationPageQuery } from '../gql/graphql.ts';

type Viewer = NonNullable<OrganisationPageQuery['viewer']>;

export interface FirstStep {
  label: string;
  to: string;
  /** What it takes. */
  needs: string;
  done: boolean;
}

/** The first steps that the viewer may take. */
export const firstStepsOf = ({ can, firstSteps }: Pick<Viewer, 'can' | 'firstSteps'>): FirstStep[] => {
  if (!firstSteps) return [];
  const { hasOrganisationDetails, hasCustomersOrVendors, hasPeople } = firstSteps;
  const others = { label: 'Customers and vendors', done: hasCustomersOrVendors };
  return [
    ...(can.editOwnOrganisation
      ? [
          {
            label: 'Your organisation',
            to: '/O/edit',
            needs: 'Its legal name, address, logo and icon.',
            done: hasOrganisationDetails,
          },
        ]
      : []),
    can.createOrganisation
      ? {
          ...others,
          to: '/O/create',
          needs: 'For each: legal name, address, logo and icon, and who is its organiser and its CEO.',
        }
      : { ...others, to: '/M/invite', needs: 'For each vendor: the email of its organiser. Customers invite you.' },
    ...(can.manageUsers
      ? [
          {
            label: 'People',
            to: '/U',
            needs: 'For each: email, role, designation, department and supervisor; one by one, or as a file.',
            done: hasPeople,
          },
        ]
      : []),
  ];
};
