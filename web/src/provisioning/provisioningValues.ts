import { personFields } from '@console/contract/fields/person-fields';
import { maxLength, texts } from '@console/contract/rules';
import type { ProvisioningSettings_ProvisioningFragment, RoleKey, UpdateProvisioningInput } from '../gql/graphql.ts';
import { emailCheck, textCheck } from '../ui/form/fieldChecks.ts';
import { roleLabels } from '../users/roleLabels.ts';

export type PanelProvisioning = ProvisioningSettings_ProvisioningFragment;

const optionsOf = (...roles: readonly RoleKey[]) => roles.map((value) => ({ value, label: roleLabels[value] }));

/** Roles for users without a value in the role mapping. */
export const defaultRoleOptions = optionsOf('ASSESSOR', 'AUDITEE');
/** The roles that the identity provider can give. */
export const mappedRoleOptions = optionsOf('ORGANISER', 'ASSESSOR', 'AUDITEE');

/** The values of the form; null where a choice was cleared. */
export type ProvisioningValues = {
  defaultRole: RoleKey | null;
  defaultDesignation: string | null;
  defaultDepartment: string | null;
  defaultSupervisor: string;
  roles: { value: string; role: RoleKey | null }[];
  excludedOrganiserIds: string[];
};

export const emptyRole = { value: '', role: null } as const;

export const provisioningValuesOf = (provisioning: PanelProvisioning): ProvisioningValues => ({
  defaultRole: provisioning.defaultRole,
  defaultDesignation: provisioning.defaultDesignation,
  defaultDepartment: provisioning.defaultDepartment,
  defaultSupervisor: provisioning.defaultSupervisor ?? '',
  roles: provisioning.roles.map(({ value, role }) => ({ value, role })),
  excludedOrganiserIds: provisioning.organisers.flatMap(({ userId, isManaged }) => (isManaged ? [] : [userId])),
});

/** Input of the mutation; the form's checks reject missing values. */
export const provisioningInputOf = (values: ProvisioningValues): Omit<UpdateProvisioningInput, 'organisationId'> => ({
  defaultRole: values.defaultRole,
  defaultDesignation: values.defaultDesignation?.trim(),
  defaultDepartment: values.defaultDepartment?.trim(),
  defaultSupervisor: values.defaultSupervisor.trim() || null,
  roles: values.roles.flatMap(({ value, role }) => (role === null ? [] : [{ value: value.trim(), role }])),
  excludedOrganiserIds: values.excludedOrganiserIds,
});

const placeOf = (path: string) => Number(path.split('.')[1]);

export const provisioningChecks = {
  defaultRole: textCheck(20),
  defaultDesignation: textCheck(personFields.designation.maxLength),
  defaultDepartment: textCheck(personFields.department_name.maxLength),
  defaultSupervisor: (email: string): string | null =>
    email.trim() === '' ? null : emailCheck(personFields.supervisor.maxLength)(email),
  roles: {
    value: (value: string, values: ProvisioningValues, path: string): string | null => {
      const isRepeated = values.roles.some((row, at) => at < placeOf(path) && row.value.trim() === value.trim());
      return textCheck(maxLength.provisioningRole)(value) ?? (isRepeated ? 'is in another row' : null);
    },
    role: (role: RoleKey | null): string | null => (role === null ? texts.field.required : null),
  },
};
