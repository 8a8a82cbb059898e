import type { GetInputPropsReturnType } from '@mantine/form';
import { useState } from 'react';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { personLabels } from './personValues.ts';
import { UserSeal } from './UserSeal.tsx';
import { useActiveUserSearch } from './useActiveUserSearch.ts';

interface SupervisorFieldProps {
  /** The organisation of the offered users. */
  organisationId: string;
  /** The email of the edited user, who is not offered. */
  ownEmail: string;
  description: string;
  value: string;
  inputProps: GetInputPropsReturnType;
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The email of a supervisor: an active user of the organisation, found by name or email, or any other email. */
export function SupervisorField({ organisationId, ownEmail, description, value, inputProps }: SupervisorFieldProps) {
  // The users are loaded when the field gets the focus.
  const [wanted, setWanted] = useState(false);
  const { users, loading, failed, search } = useActiveUserSearch(wanted ? organisationId : null);
  const { onChange, onFocus, ...input } = inputProps;
  const others = users.filter(({ email }) => !same(email, ownEmail));
  return (
    <Dropdown
      label={personLabels.supervisorEmail}
      description={description}
      required
      freeText
      data={others.map((user) => ({
        value: user.email,
        label: user.email,
        hint: user.fullName,
        mark: <UserSeal user={user} />,
      }))}
      loading={loading}
      failed={failed}
      onSearch={search}
      {...input}
      value={value || null}
      onChange={(email) => onChange(email ?? '')}
      onFocus={(event) => {
        setWanted(true);
        onFocus?.(event);
      }}
    />
  );
}
