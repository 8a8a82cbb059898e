import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { AddressesField, readAddresses } from '../ui/form/AddressesField.tsx';
import { isolated } from '../ui/layout/isolated.ts';

const viewerQuery = graphql(`query KeyAddressesDialog { viewer { clientAddress } }`);

const updateDocument = graphql(`
  mutation KeyAddressesDialog_Update($input: UpdateApiKeyAllowedAddressesInput!) {
    updateApiKeyAllowedAddresses(input: $input) { apiKey { id ...KeyTable_key } }
  }
`);

const updateOfOrganisationDocument = graphql(`
  mutation KeyAddressesDialog_UpdateOfOrganisation($input: UpdateApiKeyAllowedAddressesInput!) {
    updateOrganisationApiKeyAllowedAddresses(input: $input) { apiKey { id ...OrganisationKeyTable_key } }
  }
`);

const saving = { success: 'Allowed addresses updated', fields: ['addresses'] };

/** A key and its list. */
export interface LimitedKey {
  id: string;
  name: string;
  allowedAddresses: readonly string[] | null;
}

export interface KeyAddressesDialogProps {
  apiKey: LimitedKey;
  /** Whether the key belongs to an organisation. */
  ofOrganisation: boolean;
  opened: boolean;
  onClose: () => void;
}

/** The IP addresses from which an API key may be used. */
export function KeyAddressesDialog({
  apiKey: { id, name, allowedAddresses },
  ofOrganisation,
  opened,
  onClose,
}: KeyAddressesDialogProps) {
  const saved = (allowedAddresses ?? []).join('\n');
  const [text, setText] = useState(saved);
  const [refusal, setRefusal] = useState<string>();
  const { data } = usePageQuery(viewerQuery, {}, { quiet: true });
  const own = useMutationAction(updateDocument, saving);
  const organisation = useMutationAction(updateOfOrganisationDocument, saving);
  const { mutate, busy } = ofOrganisation ? organisation : own;
  const save = async () => {
    const { list, problem } = readAddresses(text);
    setRefusal(problem ?? undefined);
    if (problem !== null) return;
    try {
      if (await mutate({ input: { id, addresses: list } })) onClose();
    } catch (error) {
      setRefusal(toFailure(error).fields.addresses);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={`Allowed addresses of ${isolated(name)}`}
      confirmLabel="Save"
      typed={text !== saved}
      busy={busy}
      onCancel={onClose}
      onConfirm={save}
    >
      <Stack gap="md">
        <Text>Programs can use this key only from these addresses.</Text>
        <AddressesField
          ownAddress={data?.viewer?.clientAddress}
          value={text}
          error={refusal}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setRefusal(undefined);
          }}
        />
      </Stack>
    </ConfirmDialog>
  );
}
