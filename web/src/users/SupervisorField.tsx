import type { GetInputPropsReturnType } from '@mantine/form';
import { useState } from 'react';
import { afterPointerRelease } from '../ui/form/afterPointerRelease.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { isEmailLike } from '../ui/form/fieldChecks.ts';
import { HintNotice } from './HintNotice.tsx';
import { personLabels } from './personValues.ts';
import { UserAvatar } from './UserAvatar.tsx';
import { useActiveUserSearch, useIsUnknownEmail } from './useActiveUserSearch.ts';

interface SupervisorFieldProps {
  /** The organisation of the offered users. */
  organisationId: string;
  /** The email of the edited user, who is not offered. */
  ownEmail: string;
  /** The edited user may have no one above: their own email is offered first. */
  mayBeTop: boolean;
  description: string;
  value: string;
  inputProps: GetInputPropsReturnType;
}

export const haveSameText = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The email of a supervisor: an active user of the organisation, found by name or email, or any other email. */
export function SupervisorField(props: SupervisorFieldProps) {
  const { organisationId, ownEmail, mayBeTop, description, value, inputProps } = props;
  // The users are loaded when the field gets the focus.
  const [wanted, setWanted] = useState(false);
  const { users, loading, failed, search } = useActiveUserSearch(wanted ? organisationId : null);
  /** The email with which the field was left. */
  const [left, setLeft] = useState<string | null>(null);
  const { onChange, onFocus, onBlur, ...input } = inputProps;
  const others = users.filter(({ email }) => !haveSameText(email, ownEmail));
  const isListed = [ownEmail, ...users.map(({ email }) => email)].some((email) => haveSameText(email, value));
  const asked = left !== null && haveSameText(left, value) && !isListed ? left : null;
  const isUnknown = useIsUnknownEmail(organisationId, asked);
  const own = mayBeTop && isEmailLike(ownEmail) ? ownEmail.trim() : null;
  return (
    <>
      <Dropdown
        label={personLabels.supervisorEmail}
        description={description}
        required
        freeText
        data={[
          ...(own === null ? [] : [{ value: own, label: own, hint: 'Own address, without anyone above' }]),
          ...others.map((user) => ({
            value: user.email,
            label: user.email,
            hint: user.fullName,
            mark: <UserAvatar user={user} />,
          })),
        ]}
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
        onBlur={(event) => {
          // The hint moves what is below it.
          afterPointerRelease(() => setLeft(isEmailLike(value) ? value.trim() : null));
          onBlur?.(event);
        }}
      />
      <HintNotice hint={isUnknown ? `${asked} is no active user of this organisation. It can be saved.` : null} />
    </>
  );
}
