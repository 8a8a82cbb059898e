import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { maxLength } from '@console/contract/rules';
import type { GetInputPropsReturnType } from '@mantine/form';
import { graphql } from '../gql/gql.ts';
import type { OrganisationFormPerson_LookupsFragment } from '../gql/graphql.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { NameFields } from '../users/NameFields.tsx';
import { PhoneFields } from '../users/PhoneFields.tsx';
import type { PersonValues } from '../users/personValues.ts';
import { ReportingFields } from '../users/ReportingFields.tsx';
import { labelOptions } from '../users/userOptions.ts';
import type { PersonField } from './organisationFormPerson.ts';

const lookupsFragment = graphql(`
  fragment OrganisationFormPerson_lookups on Lookups {
    roles {
      id
      name
    }
    departments {
      id
      label
    }
    designations {
      id
      label
      group
    }
    countryCodes {
      id
      label
    }
  }
`);

graphql(`
  fragment OrganisationFormPerson_person on User {
    id
    email
    firstName
    lastName
    countryCode
    mobile
    designation
    role {
      id
      name
    }
    supervisorEmail
    department
  }
`);

interface Role {
  id: string;
  name: string;
}

interface OrganisationFormPersonProps {
  inputProps: (field: PersonField) => GetInputPropsReturnType;
  values: PersonValues;
  /** The initial values. */
  saved: PersonValues;
  lookups: FragmentType<OrganisationFormPerson_LookupsFragment>;
  /** The organisation of the possible supervisors; not set for a new organisation. */
  organisationId?: string;
  /** The roles to choose from; without them the server determines the role. */
  roles?: readonly Role[] | undefined;
  /** The email is read-only. */
  fixedEmail?: boolean;
  /** The person has a senior post, which determines the designation. */
  holdsPost?: boolean;
  /** The person is the viewer. */
  own?: boolean;
}

/** The fields of a person of the organisation. */
export function OrganisationFormPerson(props: OrganisationFormPersonProps) {
  const { inputProps, values, saved, lookups, roles, fixedEmail = false, holdsPost = false, own = false } = props;
  const { data } = useFragment({ fragment: lookupsFragment, from: lookups });
  const choices = data as Partial<OrganisationFormPerson_LookupsFragment>;
  return (
    <>
      <NameFields inputProps={inputProps} own={own} />
      {fixedEmail ? (
        <TextField label="Email" type="email" readOnly value={values.email} />
      ) : (
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          maxLength={maxLength.email}
          {...inputProps('email')}
        />
      )}
      <PhoneFields
        inputProps={inputProps}
        countryCode={values.countryCode}
        savedCode={saved.countryCode}
        codes={choices.countryCodes}
        own={own}
      />
      {!holdsPost && (
        <Dropdown
          label="Designation"
          required
          freeText
          data={labelOptions(choices.designations ?? [], saved.designation)}
          failed={!choices.designations}
          {...inputProps('designation')}
          value={values.designation}
        />
      )}
      {roles && (
        <Dropdown
          label="Role"
          required
          data={roles.map(({ id, name }) => ({ value: id, label: name }))}
          failed={!choices.roles}
          {...inputProps('roleId')}
          value={values.roleId}
        />
      )}
      <ReportingFields
        inputProps={inputProps}
        who={own ? 'you report' : 'they report'}
        organisationId={props.organisationId ?? null}
        ownEmail={values.email}
        supervisor={values.supervisorEmail}
        department={values.department}
        savedDepartment={saved.department}
        departments={choices.departments}
      />
    </>
  );
}
