import { useState } from 'react';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import type { DropdownOption } from '../ui/form/dropdownOptions.ts';
import { useTypedSearch } from '../ui/table/useTypedSearch.ts';

interface ChoiceFilterProps {
  /** Id of the selected option, or empty. */
  value: string;
  onChange: (id: string) => void;
}

/** Options of a filter: loaded once the field gets the focus, or to name the selected one. */
const useChoices = (value: string) => {
  const [wanted, setWanted] = useState(false);
  const { search, isSettled, onSearch } = useTypedSearch();
  return {
    variables: { search, chosen: value, hasChosen: value !== '' },
    options: { keep: () => true, quiet: true, skip: !wanted && value === '' },
    field: { isSettled, onSearch, onFocus: () => setWanted(true) },
  };
};

interface ChoiceFieldProps extends ChoiceFilterProps {
  label: string;
  choices: ReturnType<typeof useChoices>;
  found: readonly DropdownOption[];
  /** Not set until the option is loaded, or if it does not exist. */
  chosen: DropdownOption | null | undefined;
  loading: boolean;
  failed: boolean;
}

function ChoiceField({ label, choices, found, chosen, loading, failed, value, onChange }: ChoiceFieldProps) {
  const { isSettled, onSearch, onFocus } = choices.field;
  const isListed = value === '' || found.some((option) => option.value === value);
  return (
    <Dropdown
      compact
      label={label}
      data={isListed ? found : [chosen ?? { value, label: `${label} ${value}` }, ...found]}
      loading={loading || !isSettled}
      failed={failed}
      onSearch={onSearch}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      onFocus={onFocus}
    />
  );
}

const usersQuery = graphql(`
  query UserFilter_Users($search: String, $own: Boolean!, $chosen: ID!, $hasChosen: Boolean!) {
    viewer @include(if: $own) { organisation { id users(search: $search, first: 20) { nodes { id fullName email } } } }
    users(search: $search, first: 20) @skip(if: $own) { nodes { id fullName email } }
    user(id: $chosen) @include(if: $hasChosen) { id fullName email }
  }
`);

const userOption = ({ id, fullName, email }: { id: string; fullName: string; email: string }): DropdownOption => ({
  value: id,
  label: fullName,
  hint: email,
});

/** Events by one user: of the own organisation, or of any. */
export function UserFilter({ own, ...filter }: ChoiceFilterProps & { own: boolean }) {
  const choices = useChoices(filter.value);
  const { data, loading, failed } = usePageQuery(usersQuery, { own, ...choices.variables }, choices.options);
  const found = (data?.users ?? data?.viewer?.organisation?.users)?.nodes ?? [];
  const chosen = data?.user && userOption(data.user);
  return (
    <ChoiceField label="User" found={found.map(userOption)} {...{ choices, chosen, loading, failed }} {...filter} />
  );
}

const organisationsQuery = graphql(`
  query OrganisationFilter_Organisations($search: String, $chosen: ID!, $hasChosen: Boolean!) {
    organisations(search: $search, filter: {}, first: 20) { nodes { id brandName legalName } }
    organisation(id: $chosen) @include(if: $hasChosen) { id brandName legalName }
  }
`);

interface NamedOrganisation {
  id: string;
  brandName: string;
  legalName?: string | null;
}

const organisationOption = ({ id, brandName, legalName }: NamedOrganisation): DropdownOption => ({
  value: id,
  label: brandName,
  hint: legalName ?? '',
});

/** The events of one organisation. */
export function OrganisationFilter(filter: ChoiceFilterProps) {
  const choices = useChoices(filter.value);
  const { data, loading, failed } = usePageQuery(organisationsQuery, choices.variables, choices.options);
  const found = (data?.organisations?.nodes ?? []).map(organisationOption);
  const chosen = data?.organisation && organisationOption(data.organisation);
  return <ChoiceField label="Organisation" {...{ choices, found, chosen, loading, failed }} {...filter} />;
}
