import { useEffect, useEffectEvent } from 'react';
import type { HandOverInput, UserDuty } from '../gql/graphql.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { UserAvatar } from './UserAvatar.tsx';
import { organiserRoles, useActiveUserSearch } from './useActiveUserSearch.ts';

export interface HandOverFieldProps {
  userId: string;
  name: string;
  organisationId: string;
  duties: readonly UserDuty[];
  /** Null until a user is selected. */
  value: HandOverInput | null;
  onChange: (handOver: HandOverInput | null) => void;
}

const dutyTexts: Readonly<Record<UserDuty, string>> = {
  SUPERVISED_USERS: 'supervisor',
  ORGANISER: 'main Organiser',
};

/** Chooses who takes over the supervised users and the organiser duty with the deactivation. */
export function HandOverField({ userId, name, organisationId, duties, value, onChange }: HandOverFieldProps) {
  const choices = useActiveUserSearch(organisationId, duties.includes('ORGANISER') ? organiserRoles : undefined);
  const forget = useEffectEvent(() => onChange(null));
  useEffect(function forgetWithDialog() {
    return () => forget();
  }, []);
  return (
    <Dropdown
      label="Hand over to …"
      description={`Replaces ${isolated(name)} as ${duties.map((duty) => dutyTexts[duty]).join(' and ')} when ${isolated(name)} is deactivated.`}
      data={choices.users
        .filter(({ id }) => id !== userId)
        .map((user) => ({
          value: user.id,
          label: user.fullName,
          hint: user.email,
          mark: <UserAvatar user={user} />,
        }))}
      value={value?.toUserId ?? null}
      loading={choices.loading}
      failed={choices.failed}
      onSearch={choices.search}
      onChange={(toUserId) => onChange(toUserId === null ? null : { toUserId, duties: [...duties] })}
    />
  );
}
