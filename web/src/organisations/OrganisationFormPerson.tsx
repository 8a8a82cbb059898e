import type { FragmentType } from '@apollo/client';
import type { ComponentProps } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationFormPerson_LookupsFragment } from '../gql/graphql.ts';
import { DesignationField } from '../users/DesignationField.tsx';
import { PersonFields } from '../users/PersonFields.tsx';
import { RoleField } from '../users/RoleField.tsx';

const lookupsFragment = graphql(`
  fragment OrganisationFormPerson_lookups on Lookups { ...PersonFields_lookups ...DesignationField_lookups }
`);

export interface OrganisationFormPersonProps
  extends Omit<ComponentProps<typeof PersonFields>, 'lookups' | 'loading' | 'domains' | 'headings' | 'children'> {
  lookups: FragmentType<OrganisationFormPerson_LookupsFragment>;
  /** The roles to choose from; without them the server determines the role. */
  roles?: ComponentProps<typeof RoleField>['roles'] | undefined;
  /** Whether the person has a senior position, which determines the designation. */
  holdsPost?: boolean;
}

/** The fields of a person of the organisation. */
export function OrganisationFormPerson({ roles, holdsPost = false, ...person }: OrganisationFormPersonProps) {
  const { inputProps, values, saved } = person;
  const { data } = useFragment(lookupsFragment, person.lookups);
  const lookups = data as OrganisationFormPerson_LookupsFragment;
  return (
    <PersonFields {...person} lookups={lookups}>
      {!holdsPost && (
        <DesignationField
          lookups={lookups}
          inputProps={inputProps('designation')}
          value={values.designation}
          saved={saved.designation}
        />
      )}
      {roles && <RoleField roles={roles} inputProps={inputProps('roleId')} value={values.roleId} />}
    </PersonFields>
  );
}
