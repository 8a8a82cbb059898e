import { useState } from 'react';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { useTypedSearch } from '../ui/table/useTypedSearch.ts';

interface ChoiceFilterProps {
  /** The id of the chosen one, or empty. */
  value: string;
  onChange: (id: string) => void;
}

const usersQuery = graphql(`
  query UserFilter_Users($search: String, $own: Boolean!, $chosen: ID!, $hasChosen: Boolean!) {
    viewer @include(if: $own) { organisation { id users(search: $search, first: 20) { nodes { id fullName email } } } }
    users(search: $search, first: 20) @skip(if: $own) { nodes { id fullName email } }
    user(id: $chosen) @include(if: $hasChosen) { id fullName email }
  }
`);

/** Events by one user: of the own organisation, or of any. The users are loaded when the field gets the focus. */
export function UserFilter({ own, value, onChange }: ChoiceFilterProps & { own: boolean }) {
  const [wanted, setWanted] = useState(false);
  const { search, isSettled, onSearch } = useTypedSearch();
  const { data, loading, failed } = usePageQuery(
    usersQuery,
    { search, own, chosen: value, hasChosen: value !== '' },
    { keep: () => true, quiet: true, skip: !wanted && value === '' },
  );
  const found = (data?.users ?? data?.viewer?.organisation?.users)?.nodes ?? [];
  const chosen = value === '' ? [] : [data?.user ?? { id: value, fullName: `User ${value}`, email: '' }];
  const users = found.some(({ id }) => id === value) ? found : [...chosen, ...found];
  return (
    <Dropdown
      compact
      label="User"
      data={users.map(({ id, fullName, email }) => ({ value: id, label: fullName, hint: email }))}
      loading={loading || !isSettled}
      failed={failed}
      onSearch={onSearch}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      onFocus={() => setWanted(true)}
    />
  );
}

const organisationsQuery = graphql(`
  query OrganisationFilter_Organisations($search: String, $chosen: ID!, $hasChosen: Boolean!) {
    organisations(search: $search, filter: {}, first: 20) { nodes { id brandName legalName } }
    organisation(id: $chosen) @include(if: $hasChosen) { id brandName legalName }
  }
`);

/** The events of one organisation. */
export function OrganisationFilter({ value, onChange }: ChoiceFilterProps) {
  const [wanted, setWanted] = useState(false);
  const { search, isSettled, onSearch } = useTypedSearch();
  const { data, loading, failed } = usePageQuery(
    organisationsQuery,
    { search, chosen: value, hasChosen: value !== '' },
    { keep: () => true, quiet: true, skip: !wanted && value === '' },
  );
  const found = data?.organisations?.nodes ?? [];
  const chosen =
    value === '' ? [] : [data?.organisation ?? { id: value, brandName: `Organisation ${value}`, legalName: null }];
  const organisations = found.some(({ id }) => id === value) ? found : [...chosen, ...found];
  return (
    <Dropdown
      compact
      label="Organisation"
      data={organisations.map(({ id, brandName, legalName }) => ({
        value: id,
        label: brandName,
        hint: legalName ?? '',
      }))}
      loading={loading || !isSettled}
      failed={failed}
      onSearch={onSearch}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      onFocus={() => setWanted(true)}
    />
  );
}
