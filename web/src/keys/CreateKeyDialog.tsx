import { maxLength, texts } from '@console/contract/rules';
import { Checkbox, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { type Failure, toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type { ApiKeyLifetime, ApiKeyScope } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { apiKeyScopeLabels } from '../ui/layout/apiKeyScopeLabels.ts';
import { prependOwnApiKey } from './prependOwnApiKey.ts';

const createDocument = graphql(`
  mutation CreateKeyDialog_Create($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { apiKey { id ...KeyTable_key } secret }
  }
`);

export interface CreateKeyDialogProps {
  opened: boolean;
  /** The scopes that the viewer may give to a key. */
  grantable: readonly ApiKeyScope[];
  onClose: () => void;
  onCreated: (secret: string | null) => void;
}

const lifetimes: readonly { value: ApiKeyLifetime; label: string }[] = [
  { value: 'DAYS_30', label: '30 days' },
  { value: 'DAYS_90', label: '90 days' },
  { value: 'DAYS_365', label: '365 days' },
];

const messageOf = (failure: Failure, withPassword: boolean): string | undefined => {
  if (failure.has('WRONG_PASSWORD') && withPassword) return 'This is not your password. No key was created.';
  return isHandled(failure) ? failure.message : undefined;
};
const isHandled = (failure: Failure) => isShownInDialog(failure) || failure.has('CONFLICT');

/** Asks for name, scopes and lifetime of a new key, and for the password if the key replaces it. */
export function CreateKeyDialog({ opened, grantable, onClose, onCreated }: CreateKeyDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [lifetime, setLifetime] = useState<ApiKeyLifetime>('DAYS_90');
  const [nameError, setNameError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const { mutate, busy } = useMutationAction(createDocument, {
    success: 'API key created',
    fields: ['name'],
    handles: isHandled,
    update: (cache, { createApiKey }) => prependOwnApiKey(cache, createApiKey.apiKey.id),
  });
  const showNameError = (message: string) => {
    setNameError(message);
    field.current?.focus();
  };
  const validate = () => {
    setRefusal(undefined);
    if (name.trim() === '') showNameError(texts.field.required);
    else if (name.trim().length > maxLength.apiKeyName) field.current?.focus();
    else return true;
    return false;
  };
  const create = async (currentPassword?: string) => {
    if (!validate()) return;
    const chosen = grantable.filter((scope) => scope === 'READ' || scopes.includes(scope));
    try {
      const data = await mutate({ input: { name: name.trim(), scopes: chosen, lifetime, currentPassword } });
      if (data) onCreated(data.createApiKey.secret);
    } catch (error) {
      const failure = toFailure(error);
      setRefusal(messageOf(failure, currentPassword !== undefined));
      if (failure.fields.name) showNameError(failure.fields.name);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Create API key"
      confirmLabel="Create"
      typed={name !== '' || scopes.length > 0}
      password={scopes.includes('SENSITIVE_WRITE')}
      validate={validate}
      busy={busy}
      error={refusal}
      onCancel={onClose}
      onConfirm={create}
    >
      <Stack gap="md">
        <TextField
          ref={field}
          label="Name"
          description="What uses the key, e.g. Nightly user sync"
          required
          autoComplete="off"
          maxLength={maxLength.apiKeyName}
          value={name}
          error={nameError}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setNameError(undefined);
          }}
        />
        <Checkbox.Group
          label="Scopes"
          description="Select only what the program needs."
          value={['READ', ...scopes]}
          onChange={(values) => setScopes(values.filter((scope) => scope !== 'READ'))}
        >
          <Stack gap="xs" mt="xs">
            {grantable.map((scope) => (
              <Checkbox key={scope} value={scope} label={apiKeyScopeLabels[scope]} disabled={scope === 'READ'} />
            ))}
          </Stack>
        </Checkbox.Group>
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
