import type { GetInputPropsReturnType } from '@mantine/form';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { personLabels } from './personValues.ts';

interface RoleFieldProps {
  /** Empty if the roles could not be loaded. */
  roles: readonly { id: string; name: string; summary: string }[];
  inputProps: GetInputPropsReturnType;
  value: string | null;
}

/** Roles with a summary of their permissions. */
export function RoleField({ roles, inputProps, value }: RoleFieldProps) {
  return (
    <Dropdown
      label={personLabels.roleId}
      required
      data={roles.map(({ id, name, summary }) => ({ value: id, label: name, description: summary }))}
      failed={roles.length === 0}
      {...inputProps}
      value={value}
    />
  );
}
