import { maxLength } from '@console/contract/rules';
import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Failure, toFailure } from '../feedback/failure.ts';
import type { ApiKeyLifetime, ApiKeyScope, RoleKey } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';
import { Dropdown } from '../ui/form/Dropdown.tsx';
import { useRequiredText } from '../ui/form/useRequiredText.tsx';
import { apiKeyScopeLabels } from '../ui/layout/apiKeyScopeLabels.ts';
import { roleLabels } from '../ui/layout/roleLabels.ts';

/** The values of the form. */
interface KeyValues {
  name: string;
  scopes: ApiKeyScope[];
  lifetime: ApiKeyLifetime;
}

/** The scopes that a key may have; of a key with a role of its own, by role. */
export interface KeyChoice {
  role: RoleKey | null;
  scopes: readonly ApiKeyScope[];
}

interface KeyDialogProps {
  opened: boolean;
  title: string;
  choices: readonly KeyChoice[];
  /** A name of a program that may use the key. */
  example?: string;
  /** Whether a key with these scopes needs the password. */
  needsPassword?: (scopes: readonly ApiKeyScope[]) => boolean;
  busy: boolean;
  onClose: () => void;
  /** Its failure is shown here. */
  onCreate: (values: KeyValues, role: RoleKey | null, currentPassword: string | undefined) => Promise<unknown>;
}

const lifetimes: readonly { value: ApiKeyLifetime; label: string }[] = [
  { value: 'DAYS_30', label: '30 days' },
  { value: 'DAYS_90', label: '90 days' },
  { value: 'DAYS_365', label: '365 days' },
];

const messageOf = (failure: Failure, withPassword: boolean): string | undefined => {
  if (failure.has('WRONG_PASSWORD') && withPassword) return 'This is not your password. No key was created.';
  return isHandledByKeyDialog(failure) ? failure.message : undefined;
};

/** Failures that the dialog shows itself. */
export const isHandledByKeyDialog = (failure: Failure) => isShownInDialog(failure) || failure.has('CONFLICT');

/** Asks for name, role, scopes and lifetime of a new key, and for the password if the key replaces it. */
export function KeyDialog(props: KeyDialogProps) {
  const { opened, title, choices, example = 'Nightly user sync', busy, onClose, onCreate } = props;
  const { needsPassword = (scopes) => scopes.includes('SENSITIVE_WRITE') } = props;
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
    try {
      await onCreate({ name: name.text, scopes, lifetime }, role, currentPassword);
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
      password={needsPassword(scopes)}
      validate={validate}
      busy={busy}
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
