import type { FragmentType } from '@apollo/client';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { DesignationField_LookupsFragment } from '../gql/graphql.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { personLabels } from './personValues.ts';
import { optionsSavedByLabel } from './userOptions.ts';

const lookupsFragment = graphql(`fragment DesignationField_lookups on Lookups { designations { id label group } }`);

interface DesignationFieldProps {
  lookups: FragmentType<DesignationField_LookupsFragment>;
  inputProps: GetInputPropsReturnType;
  value: string | null;
  /** The initial value, which stays an option. */
  saved?: string | null;
}

/** A designation of the list, or any other. */
export function DesignationField({ lookups, inputProps, value, saved = null }: DesignationFieldProps) {
  const { data } = useFragment(lookupsFragment, lookups);
  const { designations } = data as Partial<DesignationField_LookupsFragment>;
  return (
    <Dropdown
      label={personLabels.designation}
      required
      freeText
      data={optionsSavedByLabel(designations ?? [], saved)}
      failed={!designations}
      {...inputProps}
      value={value}
    />
  );
}
