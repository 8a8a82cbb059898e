import { maxLength } from '@console/contract/rules';
import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { type Failure, toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type { ApiKeyLifetime, ApiKeyScope, RoleKey } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { useHeldConfirmation } from '../ui/dialog/confirmation.ts';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { useRequiredText } from '../ui/form/useRequiredText.tsx';
import { apiKeyScopeLabels } from '../ui/values/apiKeyScopeLabels.ts';
import { roleLabels } from '../users/roleLabels.ts';
import type { KeyKind } from './keyRows.ts';
import { prependKey } from './prependKey.ts';

const createDocument = graphql(`
  mutation CreateKeyDialog_Create($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { apiKey { id ...KeyTable_key } secret }
  }
`);

const createOfOrganisationDocument = graphql(`
  mutation CreateKeyDialog_CreateOfOrganisation($input: CreateOrganisationApiKeyInput!) {
    createOrganisationApiKey(input: $input) { apiKey { id ...KeyTable_organisationKey } secret }
  }
`);

/** The scopes that a key may have, with the role of a key that has its own. */
export interface KeyChoice {
  role: RoleKey | null;
  scopes: readonly ApiKeyScope[];
}

export interface CreateKeyDialogProps {
  kind: Exclude<KeyKind, 'users'>;
  /** Null for a key of the viewer. */
  organisationId: string | null;
  opened: boolean;
  title: string;
  /** Example for the name field: a program that may use the key. */
  example: string;
  choices: readonly KeyChoice[];
  onClose: () => void;
  onCreated: (secret: string | null) => void;
}

const lifetimes: readonly { value: ApiKeyLifetime; label: string }[] = [
  { value: 'DAYS_30', label: '30 days' },
  { value: 'DAYS_90', label: '90 days' },
  { value: 'DAYS_365', label: '365 days' },
];

const isHandled = (failure: Failure) => isShownInDialog(failure) || failure.has('CONFLICT');

const messageOf = (failure: Failure, withPassword: boolean): string | undefined => {
  if (failure.has('WRONG_PASSWORD') && withPassword) return 'This is not your password. No key was created.';
  return isHandled(failure) ? failure.message : undefined;
};

/** Asks for name, role, scopes and lifetime of a new key, and for the password. Creates the key. */
export function CreateKeyDialog(props: CreateKeyDialogProps) {
  const { kind, organisationId, opened, title, example, choices, onClose, onCreated } = props;
  const options = { success: 'API key created', fields: ['name'], handles: isHandled };
  const own = useMutationAction(createDocument, {
    ...options,
    update: (cache, { createApiKey }) => prependKey(cache, null, createApiKey.apiKey.id),
  });
  const ofOrganisation = useMutationAction(createOfOrganisationDocument, {
    ...options,
    update: (cache, { createOrganisationApiKey: { apiKey } }) => prependKey(cache, organisationId, apiKey.id),
  });
  const { isHeld, hold } = useHeldConfirmation();
  const [unasked, setUnasked] = useState(() => kind === 'provisioning' && isHeld());
  const description = `What uses the key, e.g. ${example}`;
  const name = useRequiredText({ label: 'Name', description, maxLength: maxLength.apiKeyName });
  const [chosenRole, setRole] = useState<RoleKey | null>(null);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [lifetime, setLifetime] = useState<ApiKeyLifetime>('DAYS_90');
  const [refusal, setRefusal] = useState<string>();
  const choice = choices.find(({ role }) => role === chosenRole) ?? choices.at(-1);
  const { role = null, scopes: allowed = [] } = choice ?? {};
  const scopes = allowed.filter((scope) => scope === 'READ' || selected.includes(scope));
  const validate = () => {
    setRefusal(undefined);
    return name.isValid();
  };
  const create = async (currentPassword?: string) => {
    if (!validate()) return;
    // The dialog asks for a confirmation after the server required one.
    setUnasked(false);
    const values = { name: name.text, lifetime, currentPassword };
    try {
      if (organisationId === null) {
        const data = await own.mutate({ input: { ...values, scopes } });
        if (data) onCreated(data.createApiKey.secret);
        return;
      }
      const use = kind === 'provisioning' ? { purpose: 'SCIM' as const } : { role, scopes };
      const data = await ofOrganisation.mutate({ input: { ...values, ...use, organisationId } });
      if (data && kind === 'provisioning' && !unasked) hold();
      if (data) onCreated(data.createOrganisationApiKey.secret);
    } catch (error) {
      const failure = toFailure(error);
      setRefusal(messageOf(failure, currentPassword !== undefined));
      if (failure.fields.name) name.refuse(failure.fields.name);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirmLabel="Create"
      typed={name.isTyped || selected.length > 0}
      password={!unasked}
      validate={validate}
      busy={own.busy || ofOrganisation.busy}
      error={refusal}
      onCancel={onClose}
      onConfirm={create}
    >
      <Stack gap="md">
        {name.field}
        {role !== null && (
          <Dropdown
            label="Role"
            description="The key can do what a user with this role can, within its scopes."
            required
            data={choices.flatMap((one) => (one.role ? [{ value: one.role, label: roleLabels[one.role] }] : []))}
            value={role}
            onChange={(value) => setRole(choices.find((one) => one.role === value)?.role ?? role)}
          />
        )}
        {allowed.length > 0 && (
          <Checkbox.Group
            label="Scopes"
            description="Select only what the program needs."
            value={[...scopes]}
            onChange={(values) => setSelected(values.filter((scope) => scope !== 'READ'))}
          >
            <Stack gap="xs" mt="xs">
              {allowed.map((scope) => (
                <Checkbox key={scope} value={scope} label={apiKeyScopeLabels[scope]} disabled={scope === 'READ'} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Dropdown
          label="Expires after"
          required
          data={lifetimes}
          value={lifetime}
          onChange={(value) => setLifetime(lifetimes.find((one) => one.value === value)?.value ?? lifetime)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
