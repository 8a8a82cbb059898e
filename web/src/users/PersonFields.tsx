import type { FragmentType } from '@apollo/client';
import { SimpleGrid, Title } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { PersonFields_LookupsFragment } from '../gql/graphql.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { EmailDomainNotice } from './EmailDomainNotice.tsx';
import { type PersonField, type PersonValues, personLabels, personMaxLengths } from './personValues.ts';
import { SupervisorField } from './SupervisorField.tsx';
import { countryCodeOptions, optionsSavedByLabel } from './userOptions.ts';

const lookupsFragment = graphql(`
  fragment PersonFields_lookups on Lookups { departments { id label } countryCodes { id label } }
`);

graphql(`
  fragment PersonFields_user on User {
    id
    email
    firstName
    lastName
    countryCode
    mobile
    designation
    role { id name }
    supervisorEmail
    department
  }
`);

interface PersonFieldsProps {
  inputProps: (field: PersonField) => GetInputPropsReturnType;
  values: PersonValues;
  /** The initial values, which stay options. */
  saved: PersonValues;
  /** Null while they load. */
  lookups: FragmentType<PersonFields_LookupsFragment> | null;
  loading?: boolean;
  /** The organisation of the possible supervisors; without it the email is typed. */
  organisationId?: string | null;
  fixedEmail?: boolean;
  /** The email domains of the organisation, for a warning. */
  domains?: readonly string[] | undefined;
  /** The person is the viewer: the browser may autofill their data. */
  own?: boolean;
  headings?: boolean;
  /** The designation and the role, as far as the form has them. */
  children?: ReactNode;
}

/** The fields of a person. */
export function PersonFields(props: PersonFieldsProps) {
  const { inputProps, values, saved, lookups, loading = false, organisationId = null, fixedEmail = false } = props;
  const { domains, own = false, headings = false, children } = props;
  const { data } = useFragment(lookupsFragment, lookups);
  const { departments, countryCodes } = (data ?? {}) as Partial<PersonFields_LookupsFragment>;
  const typed = (field: keyof typeof personMaxLengths, autoComplete = 'off') => ({
    label: personLabels[field],
    autoComplete: own ? autoComplete : 'off',
    maxLength: personMaxLengths[field],
    ...inputProps(field),
  });
  const description = `The email of the person ${own ? 'you' : 'they'} report to`;
  return (
    <>
      {headings && <Title order={2}>Person</Title>}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField required {...typed('firstName', 'given-name')} />
        <TextField required {...typed('lastName', 'family-name')} />
      </SimpleGrid>
      {fixedEmail ? (
        <TextField label={personLabels.email} type="email" readOnly value={values.email} />
      ) : (
        <TextField type="email" required {...typed('email')} />
      )}
      {domains && <EmailDomainNotice email={values.email} domains={domains} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Dropdown
          label={personLabels.countryCode}
          data={countryCodeOptions(countryCodes ?? [], saved.countryCode)}
          loading={loading}
          failed={!loading && !countryCodes}
          {...inputProps('countryCode')}
          value={values.countryCode}
        />
        <TextField type="tel" {...typed('mobile', 'tel-national')} />
      </SimpleGrid>
      {headings && <Title order={2}>Work</Title>}
      {children}
      {organisationId === null ? (
        <TextField type="email" description={description} required {...typed('supervisorEmail')} />
      ) : (
        <SupervisorField
          organisationId={organisationId}
          ownEmail={values.email}
          description={description}
          value={values.supervisorEmail}
          inputProps={inputProps('supervisorEmail')}
        />
      )}
      <Dropdown
        label={personLabels.department}
        required
        data={optionsSavedByLabel(departments ?? [], saved.department)}
        loading={loading}
        failed={!loading && !departments}
        {...inputProps('department')}
        value={values.department}
      />
    </>
  );
}
