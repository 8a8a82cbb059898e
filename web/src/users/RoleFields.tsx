import { Checkbox } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import type { UserRole } from './useRoleChoices.ts';
import type { UserValues } from './userValues.ts';

interface RoleFieldsProps {
  form: UseFormReturnType<UserValues>;
  roles: readonly UserRole[];
  /** The roles could not be loaded. */
  failed: boolean;
  withoutLead?: boolean | undefined;
}

/** The role, and the department lead, which only one role has. */
export function RoleFields({ form, roles, failed, withoutLead = false }: RoleFieldsProps) {
  const leads = (roleId: string | null) => roles.find(({ id }) => id === roleId)?.canLeadDepartment;
  const { onChange, ...role } = form.getInputProps('roleId');
  return (
    <>
      <Dropdown
        label="Role"
        required
        data={roles.map(({ id, name }) => ({ value: id, label: name }))}
        failed={failed}
        {...role}
        value={form.values.roleId}
        onChange={(roleId) => {
          onChange(roleId);
          if (!leads(roleId)) form.setFieldValue('deptLead', false);
        }}
      />
      {!withoutLead && (
        <Checkbox
          label="Department lead"
          description="For an Auditee only"
          disabled={!leads(form.values.roleId)}
          {...form.getInputProps('deptLead', { type: 'checkbox' })}
        />
      )}
    </>
  );
}
