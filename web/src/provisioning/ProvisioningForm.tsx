import type { FragmentType } from '@apollo/client';
import { personFields } from '@console/contract/fields/person-fields';
import { maxProvisioningRoles } from '@console/contract/rules';
import { Button, Checkbox, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { OrganisersNotified } from '../apollo/EmailPromise.tsx';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { ProvisioningForm_LookupsFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { type EditedSettings, useConfirmedForm } from '../ui/dialog/useConfirmedForm.ts';
import type { SavedForm } from '../ui/dialog/useSavedForm.tsx';
import { changedInput } from '../ui/form/changedInput.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { fieldError } from '../ui/form/FieldError.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { isolated } from '../ui/values/isolated.ts';
import {
  defaultRoleOptions,
  emptyRole,
  mappedRoleOptions,
  type PanelProvisioning,
  type ProvisioningValues,
  provisioningChecks,
  provisioningInputOf,
  provisioningValuesOf,
} from './provisioningValues.ts';

const updateDocument = graphql(`
  mutation ProvisioningForm_Update($input: UpdateProvisioningInput!) {
    updateProvisioning(input: $input) {
      provisioning { id ...ProvisioningSettings_provisioning ...ProvisioningState_provisioning ...ProvisioningCauses_provisioning }
    }
  }
`);

const lookupsFragment = graphql(`
  fragment ProvisioningForm_lookups on Lookups { departments { id label } designations { id label } }
`);

export interface ProvisioningFormProps extends EditedSettings {
  provisioning: PanelProvisioning;
  lookups: FragmentType<ProvisioningForm_LookupsFragment> | undefined;
}

/** The labels of a list, and the saved value. Null: the list could not be loaded. */
const optionsOf = (options: readonly { label: string }[] | null | undefined, saved: string) =>
  [...new Set([saved, ...(options ?? []).map(({ label }) => label)])].map((label) => ({ value: label, label }));

/** The form of the provisioning settings, which are saved with the viewer's own password. */
export function ProvisioningForm({ provisioning, lookups, ...edited }: ProvisioningFormProps) {
  const { data } = useFragment(lookupsFragment, lookups ?? null);
  const { departments, designations } = (data ?? {}) as Partial<ProvisioningForm_LookupsFragment>;
  const { form, busy, paper, question } = useConfirmedForm(updateDocument, {
    ...edited,
    success: 'Provisioning updated',
    initialValues: provisioningValuesOf(provisioning),
    validate: provisioningChecks,
  });
  const changes = changedInput(provisioningInputOf(form.values), provisioningInputOf(form.getInitialValues()));
  return (
    <>
      <FormPaper {...paper(Object.keys(changes).length > 0)}>
        <Title order={2}>Settings</Title>
        <Dropdown
          label="Default role"
          description="For new users without a matching role mapping."
          required
          data={defaultRoleOptions}
          {...form.getInputProps('defaultRole')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Dropdown
            label="Default designation"
            description="For example: team lead"
            required
            freeText
            data={optionsOf(designations, provisioning.defaultDesignation)}
            {...form.getInputProps('defaultDesignation')}
          />
          <Dropdown
            label="Default department"
            description="For example: finance"
            required
            freeText
            data={optionsOf(departments, provisioning.defaultDepartment)}
            {...form.getInputProps('defaultDepartment')}
          />
        </SimpleGrid>
        <TextField
          label="Default supervisor"
          description="Email of the supervisor of users without a manager, for example jane.doe@example.com. Leave empty for the organisation’s main Organiser."
          type="email"
          autoComplete="off"
          maxLength={personFields.supervisor.maxLength}
          {...form.getInputProps('defaultSupervisor')}
        />
        <RoleFields form={form} />
        <Title order={3}>Organisers excluded from provisioning</Title>
        <Checkbox.Group
          label="The identity provider cannot see or change these Organisers"
          description="Select at least one, so that someone can still sign in if the identity provider deactivates users by mistake."
          {...form.getInputProps('excludedOrganiserIds')}
        >
          <Stack gap="xs" mt="xs">
            {provisioning.organisers.map(({ userId, fullName, email }) => (
              <Checkbox key={userId} value={userId} label={fullName} description={email} />
            ))}
          </Stack>
        </Checkbox.Group>
        <FormActions submitLabel="Save" busy={busy} onCancel={edited.onDone} />
      </FormPaper>
      <ConfirmDialog
        {...question('Change the provisioning settings?', (currentPassword) => ({
          input: { organisationId: provisioning.id, ...changes, currentPassword },
        }))}
      >
        <Text>
          New settings apply from the next request of the identity provider. Existing users do not change until then.{' '}
          <OrganisersNotified />
        </Text>
      </ConfirmDialog>
    </>
  );
}

/** The table of roles: a row for each value of the provider. */
function RoleFields({ form }: { form: SavedForm<ProvisioningValues>['form'] }) {
  const { roles } = form.values;
  return (
    <>
      <Title order={3}>Role mapping</Title>
      <Text>
        A user with this value of the SCIM attribute “roles”, for example console-assessor, gets the role next to it.
        Values are case-sensitive.
      </Text>
      {roles.map(({ value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed
        <Stack key={at} gap="xs" component="section" aria-label={`Row ${at + 1}`}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField label="Value" required autoComplete="off" {...form.getInputProps(`roles.${at}.value`)} />
            <Dropdown label="Role" required data={mappedRoleOptions} {...form.getInputProps(`roles.${at}.role`)} />
          </SimpleGrid>
          <div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove ${value.trim() ? isolated(value.trim()) : `row ${at + 1}`}`}
              onClick={() => form.removeListItem('roles', at)}
            >
              Remove
            </Button>
          </div>
        </Stack>
      ))}
      <div>
        <Button
          variant="default"
          data-path="roles"
          disabled={roles.length >= maxProvisioningRoles}
          onClick={() => form.insertListItem('roles', { ...emptyRole })}
        >
          Add role mapping
        </Button>
        {form.errors.roles && (
          <Text size="sm" c="var(--mantine-color-error)">
            {fieldError(form.errors.roles)}
          </Text>
        )}
      </div>
    </>
  );
}
