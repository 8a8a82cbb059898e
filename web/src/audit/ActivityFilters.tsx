import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { FilterDay } from '../ui/table/FilterDay.tsx';
import { FilterSelect } from '../ui/table/FilterSelect.tsx';
import { TableSearch } from '../ui/table/TableSearch.tsx';
import { useTypedSearch } from '../ui/table/useTypedSearch.ts';
import { auditActionGroups, auditActionLabels, auditOutcomeLabels, auditWayLabels } from './auditLabels.ts';
import classes from './EventFeed.module.css';
import type { ActivityFilterName, useActivityParams } from './useActivityParams.ts';

const select = (name: ActivityFilterName, label: string, labels: Record<string, string>) => ({
  name,
  label,
  options: Object.entries(labels).map(([value, text]) => ({ value, label: text })),
});
const selects = [
  { ...select('action', 'Action', auditActionLabels), groups: auditActionGroups },
  select('way', 'Source', auditWayLabels),
  select('outcome', 'Outcome', auditOutcomeLabels),
];

interface ActivityFiltersProps {
  params: ReturnType<typeof useActivityParams>;
  /** The viewer sees only their own organisation. */
  own: boolean;
  /** The events are those of all organisations. */
  all: boolean;
  /** At the end of the line. */
  children?: ReactNode;
}

/** The search and the filters of a list of events. */
export function ActivityFilters({ params, own, all, children }: ActivityFiltersProps) {
  const { values, isFiltered, setFilter, clear } = params;
  return (
    <search className={classes.filters}>
      <TableSearch
        className={classes.search}
        label="Search activity"
        value={values.search}
        onSearch={(text) => setFilter('search', text)}
      />
      <UserFilter own={own} value={values.actor} onChange={(id) => setFilter('actor', id)} />
      {all && <OrganisationFilter value={values.org} onChange={(id) => setFilter('org', id)} />}
      {selects.map((filter) => (
        <FilterSelect
          key={filter.name}
          filter={filter}
          narrowing={{ filters: values, setFilter: (_name, value) => setFilter(filter.name, value) }}
        />
      ))}
      <div className={classes.days}>
        <FilterDay label="From" value={values.since} onChange={(day) => setFilter('since', day)} />
        <FilterDay label="To" value={values.until} onChange={(day) => setFilter('until', day)} />
      </div>
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          Clear all
        </Button>
      )}
      {children}
    </search>
  );
}

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
function UserFilter({ own, value, onChange }: ChoiceFilterProps & { own: boolean }) {
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
    <div className={classes.choice}>
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
    </div>
  );
}

const organisationsQuery = graphql(`
  query OrganisationFilter_Organisations($search: String, $chosen: ID!, $hasChosen: Boolean!) {
    organisations(search: $search, filter: {}, first: 20) { nodes { id brandName legalName } }
    organisation(id: $chosen) @include(if: $hasChosen) { id brandName legalName }
  }
`);

/** The events of one organisation. */
function OrganisationFilter({ value, onChange }: ChoiceFilterProps) {
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
    <div className={classes.choice}>
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
    </div>
  );
}
