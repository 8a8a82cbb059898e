import { maxLength } from '@console/contract/rules';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addToList } from '../apollo/addToList.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { isShownInDialog } from '../ui/dialog/useConfirmedMutation.ts';
import { useRequiredText } from '../ui/form/useRequiredText.tsx';

const startDocument = graphql(`
  mutation AddPasskeyDialog_Start($input: StartPasskeyInput!) { startPasskey(input: $input) { options } }
`);
const addDocument = graphql(`
  mutation AddPasskeyDialog_Add($input: AddPasskeyInput!) {
    addPasskey(input: $input) { passkey { id name createdAt lastUsedAt } }
  }
`);

export interface AddPasskeyDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Whether a second press gets the response to the first. True by default. */
  keyed?: boolean;
  onAdded?: () => void;
}

/** Says why the browser created no passkey, by the error names of Web Authentication. */
const whyNotMade = (error: unknown): string => {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name === 'NotAllowedError') return 'No passkey was created. Try again when you are ready.';
  return 'This browser or device cannot create a passkey for the console.';
};

/** Asks for a name and the password, and has the browser create a passkey. */
export function AddPasskeyDialog({ opened, onClose, keyed = true, onAdded }: AddPasskeyDialogProps) {
  const description = 'Where the passkey is stored, e.g. Laptop';
  const name = useRequiredText({ label: 'Name', description, maxLength: maxLength.passkeyName });
  const [refusal, setRefusal] = useState<string>();
  const [waiting, setWaiting] = useState(false);
  const handles = (failure: Parameters<typeof isShownInDialog>[0]) =>
    isShownInDialog(failure) || failure.has('CONFLICT');
  const start = useMutationAction(startDocument, { saves: false, handles });
  const add = useMutationAction(addDocument, {
    success: 'Passkey added',
    keyed,
    fields: ['name', 'response'],
    handles,
    update: (cache, { addPasskey }) =>
      addToList(cache, { __typename: 'Viewer' }, 'passkeys', { __typename: 'Passkey', id: addPasskey.passkey.id }),
  });
  const askDevice = async (options: string): Promise<string | undefined> => {
    setWaiting(true);
    try {
      const { startRegistration } = await import('@simplewebauthn/browser');
      return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }));
    } catch (error) {
      setRefusal(whyNotMade(error));
      return undefined;
    } finally {
      setWaiting(false);
    }
  };
  const validate = () => {
    setRefusal(undefined);
    return name.isValid();
  };
  const make = async (currentPassword?: string) => {
    if (!validate()) return;
    try {
      const started = await start.mutate({ input: { currentPassword } });
      const response = started && (await askDevice(started.startPasskey.options));
      if (!response || !(await add.mutate({ input: { name: name.text, response } }))) return;
      onClose();
      onAdded?.();
    } catch (error) {
      const failure = toFailure(error);
      if (failure.has('WRONG_PASSWORD') && currentPassword !== undefined)
        setRefusal('This is not your password. No passkey was added.');
      else if (handles(failure)) setRefusal(failure.message);
      if (failure.fields.name) name.refuse(failure.fields.name);
      if (failure.fields.response) setRefusal('The passkey was not accepted. Try again.');
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Add a passkey"
      confirmLabel="Add"
      typed={name.isTyped}
      password
      validate={validate}
      busy={start.busy || waiting || add.busy}
      error={refusal}
      onCancel={onClose}
      onConfirm={make}
    >
      <Stack gap="md">
        <Text>Your browser asks you to confirm with your fingerprint, face or PIN, or on another device.</Text>
        {name.field}
      </Stack>
    </ConfirmDialog>
  );
}
