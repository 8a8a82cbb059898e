import type { FragmentType } from '@apollo/client';
import { SimpleGrid, Title } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { OrganisationFormFields_LookupsFragment } from '../gql/graphql.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { optionsSavedByLabel } from '../users/userOptions.ts';
import { OrganisationFormImages } from './OrganisationFormImages.tsx';
import {
  normaliseOnBlur,
  type OrganisationField,
  type OrganisationValues,
  organisationFormFields,
} from './organisationFormValues.ts';

const lookupsFragment = graphql(`
  fragment OrganisationFormFields_lookups on Lookups { industries { id label } countries { id label } }
`);

interface KeptFile {
  name: string;
  url: string;
}

/** The first or the second part of the fields: the organisation itself, or its images and address. */
type OrganisationFormPart = 'organisation' | 'place';

interface OrganisationFormFieldsProps {
  inputProps: (field: OrganisationField) => GetInputPropsReturnType;
  values: OrganisationValues;
  /** The initial values. */
  saved: OrganisationValues;
  lookups: FragmentType<OrganisationFormFields_LookupsFragment>;
  /** The saved images. */
  current?: { logo: KeptFile | null; icon: KeptFile | null };
  /** Additional fields after the website. */
  children?: ReactNode;
  /** Renders only this part of the fields. */
  part?: OrganisationFormPart;
}

/** The fields of a new or an existing organisation. */
export function OrganisationFormFields(props: OrganisationFormFieldsProps) {
  const { inputProps, values, saved, lookups, current, children, part } = props;
  const { data } = useFragment(lookupsFragment, lookups);
  const { industries, countries } = data as Partial<OrganisationFormFields_LookupsFragment>;
  const choice = (field: OrganisationField) => {
    const { label, required = false } = organisationFormFields[field];
    return { label, required, ...inputProps(field) };
  };
  const text = (field: OrganisationField) => {
    const { maxLength } = organisationFormFields[field];
    return { autoComplete: 'off', ...(maxLength && { maxLength }), ...choice(field) };
  };
  const read = (field: 'website' | 'emailDomains') => {
    const input = text(field);
    const showAsSent = () => {
      const read = normaliseOnBlur(field, values[field]);
      if (read !== values[field]) input.onChange(read);
      input.onBlur?.();
    };
    return { ...input, onBlur: showAsSent };
  };
  const details = (
    <>
      <Title order={2}>Organisation</Title>
      <TextField {...text('brandName')} />
      <TextField {...text('legalName')} />
      <Dropdown
        data={optionsSavedByLabel(industries ?? [], saved.industry)}
        failed={!industries}
        {...choice('industry')}
        value={values.industry}
      />
      <TextField {...read('emailDomains')} description="Separated by commas, for example demo.example, demo.test" />
      <TextField {...read('website')} type="url" description="For example www.demo.example" />
      {children}
    </>
  );
  const place = (
    <>
      <Title order={2}>Logo and icon</Title>
      <OrganisationFormImages inputProps={inputProps} values={values} {...(current && { current })} />
      <Title order={2}>Address</Title>
      <TextField {...text('registeredAddress')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField {...text('pin')} />
        <TextField {...text('city')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField {...text('state')} />
        <Dropdown
          data={optionsSavedByLabel(countries ?? [], saved.country)}
          failed={!countries}
          {...choice('country')}
          value={values.country}
        />
      </SimpleGrid>
    </>
  );
  return (
    <>
      {part !== 'place' && details}
      {part !== 'organisation' && place}
    </>
  );
}
