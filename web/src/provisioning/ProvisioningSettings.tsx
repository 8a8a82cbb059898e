import type { FragmentType } from '@apollo/client';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart, whenEdited } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type {
  ProvisioningForm_LookupsFragment,
  ProvisioningSettings_ProvisioningFragment,
  RoleKey,
} from '../gql/graphql.ts';
import { useFormEditing } from '../ui/dialog/useSavedForm.tsx';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { EditableDetails } from '../ui/layout/EditableDetails.tsx';
import { roleLabels } from '../users/roleLabels.ts';
import type { ProvisioningFormProps } from './ProvisioningForm.tsx';

const provisioningFragment = graphql(`
  fragment ProvisioningSettings_provisioning on Provisioning {
    id
    defaultRole
    defaultDesignation
    defaultDepartment
    defaultSupervisor
    roles { value role }
    organisers { userId fullName email isManaged }
  }
`);

const ProvisioningForm = lazyPart<ProvisioningFormProps & { before: ReactNode }>(
  async () => (await import('./ProvisioningForm.tsx')).ProvisioningForm,
  whenEdited,
);

interface ProvisioningSettingsProps {
  provisioning: FragmentType<ProvisioningSettings_ProvisioningFragment>;
  lookups: FragmentType<ProvisioningForm_LookupsFragment> | undefined;
}

/** The settings of provisioning; Edit replaces them with the form. */
export function ProvisioningSettings({ provisioning, lookups }: ProvisioningSettingsProps) {
  const { data, complete } = useFragment(provisioningFragment, provisioning);
  const { editing, opened, details, done } = useFormEditing('provisioning');
  if (!complete) return null;
  const unmanaged = data.organisers.filter(({ isManaged }) => !isManaged);
  const view = (
    <EditableDetails of="the provisioning settings" {...details}>
      <DescriptionGroup
        heading="Settings"
        lead={<Text c="dimmed">The defaults apply to values that the identity provider does not send.</Text>}
        entries={[
          ['Default role', roleLabels[data.defaultRole]],
          ['Default designation', data.defaultDesignation],
          ['Default department', data.defaultDepartment],
          ['Default supervisor', data.defaultSupervisor ?? 'The organisation’s main Organiser'],
          ['Role mapping', data.roles.length > 0 && <RoleRows key="roles" roles={data.roles} />],
          ['Organisers excluded from provisioning', unmanaged.map(({ fullName }) => fullName).join(', ')],
        ]}
      />
    </EditableDetails>
  );
  if (!editing) return view;
  return <ProvisioningForm provisioning={data} lookups={lookups} opened={opened} onDone={done} before={view} />;
}

const RoleRows = ({ roles }: { roles: readonly { value: string; role: RoleKey }[] }) =>
  roles.map(({ value, role }) => (
    <Text key={value} style={{ overflowWrap: 'anywhere' }}>
      <span translate="no">{value}</span>: {roleLabels[role]}
    </Text>
  ));
