import { Checkbox } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { RoleField } from './RoleField.tsx';
import type { UserRole } from './useRoleChoices.ts';
import { type UserValues, userLabels } from './userValues.ts';

interface RoleAndLeadFieldsProps {
  form: UseFormReturnType<UserValues>;
  roles: readonly UserRole[];
  withoutLead?: boolean | undefined;
}

/** The role, and the department lead, which only one role has. */
export function RoleAndLeadFields({ form, roles, withoutLead = false }: RoleAndLeadFieldsProps) {
  const leads = (roleId: string | null) => roles.find(({ id }) => id === roleId)?.canLeadDepartment;
  const { onChange, ...role } = form.getInputProps('roleId');
  const choose = (roleId: string | null) => {
    onChange(roleId);
    if (!leads(roleId)) form.setFieldValue('deptLead', false);
  };
  return (
    <>
      <RoleField roles={roles} inputProps={{ ...role, onChange: choose }} value={form.values.roleId} />
      {!withoutLead && (
        <Checkbox
          label={userLabels.deptLead}
          description="For an Auditee only"
          disabled={!leads(form.values.roleId)}
          {...form.getInputProps('deptLead', { type: 'checkbox' })}
        />
      )}
    </>
  );
}
