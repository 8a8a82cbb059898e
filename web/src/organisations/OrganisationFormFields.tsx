import type { FragmentType } from '@apollo/client';
import { maxLength } from '@console/contract/rules';
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
  type OrganisationField,
  type OrganisationValues,
  organisationTextMaxLength,
  postalCodeMaxLength,
} from './organisationFormValues.ts';

const lookupsFragment = graphql(`
  fragment OrganisationFormFields_lookups on Lookups { industries { id label } countries { id label } }
`);

interface KeptFile {
  name: string;
  url: string;
}

interface OrganisationFormFieldsProps {
  inputProps: (field: OrganisationField) => GetInputPropsReturnType;
  values: OrganisationValues;
  /** The initial values. */
  saved: OrganisationValues;
  lookups: FragmentType<OrganisationFormFields_LookupsFragment>;
  /** The saved images. */
  current?: { logo: KeptFile | null; icon: KeptFile | null };
  /** More fields after the website. */
  children?: ReactNode;
}

/** The fields of a new or an existing organisation. */
export function OrganisationFormFields(props: OrganisationFormFieldsProps) {
  const { inputProps, values, saved, lookups, current, children } = props;
  const { data } = useFragment(lookupsFragment, lookups);
  const { industries, countries } = data as Partial<OrganisationFormFields_LookupsFragment>;
  const text = (field: OrganisationField, label: string, length: number) => ({
    label,
    required: true,
    autoComplete: 'off',
    maxLength: length,
    ...inputProps(field),
  });
  return (
    <>
      <Title order={2}>Organisation</Title>
      <TextField {...text('brandName', 'Brand name', maxLength.organisationName)} />
      <TextField {...text('legalName', 'Legal name', maxLength.organisationName)} />
      <Dropdown
        label="Industry"
        required
        data={optionsSavedByLabel(industries ?? [], saved.industry)}
        failed={!industries}
        {...inputProps('industry')}
        value={values.industry}
      />
      <TextField
        {...text('emailDomains', 'Email domains', maxLength.emailDomains)}
        description="Separated by commas, such as demo.example, demo.test"
      />
      <TextField
        {...text('website', 'Website', maxLength.website)}
        type="url"
        description="With https:// or http:// in front"
      />
      {children}
      <Title order={2}>Logo and icon</Title>
      <OrganisationFormImages inputProps={inputProps} values={values} {...(current && { current })} />
      <Title order={2}>Address</Title>
      <TextField
        label="Registered address"
        autoComplete="off"
        maxLength={maxLength.address}
        {...inputProps('registeredAddress')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField {...text('pin', 'PIN', postalCodeMaxLength)} />
        <TextField {...text('city', 'City', organisationTextMaxLength)} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField {...text('state', 'State', organisationTextMaxLength)} />
        <Dropdown
          label="Country"
          required
          data={optionsSavedByLabel(countries ?? [], saved.country)}
          failed={!countries}
          {...inputProps('country')}
          value={values.country}
        />
      </SimpleGrid>
    </>
  );
}
