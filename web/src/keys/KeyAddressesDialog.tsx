import type { TypedDocumentNode } from '@apollo/client';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { toFailure } from '../feedback/failure.ts';
import { graphql } from '../gql/gql.ts';
import type { KeyAddressesDialog_UpdateMutationVariables } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { AddressesField, readAddresses } from '../ui/form/AddressesField.tsx';
import { isolated } from '../ui/values/isolated.ts';
import type { KeyRow } from './keyRows.ts';

const viewerQuery = graphql(`query KeyAddressesDialog { viewer { clientAddress } }`);

const documents: Record<
  KeyRow['__typename'],
  TypedDocumentNode<unknown, KeyAddressesDialog_UpdateMutationVariables>
> = {
  ApiKey: graphql(`
    mutation KeyAddressesDialog_Update($input: UpdateApiKeyAllowedAddressesInput!) {
      updateApiKeyAllowedAddresses(input: $input) { apiKey { id ...KeyTable_key } }
    }
  `),
  OrganisationApiKey: graphql(`
    mutation KeyAddressesDialog_UpdateOfOrganisation($input: UpdateApiKeyAllowedAddressesInput!) {
      updateOrganisationApiKeyAllowedAddresses(input: $input) { apiKey { id ...KeyTable_organisationKey } }
    }
  `),
};

export interface KeyAddressesDialogProps {
  apiKey: KeyRow;
  opened: boolean;
  onClose: () => void;
}

/** The IP addresses from which an API key may be used. */
export function KeyAddressesDialog({ apiKey, opened, onClose }: KeyAddressesDialogProps) {
  const { __typename: type, id, name, allowedAddresses } = apiKey;
  const saved = (allowedAddresses ?? []).join('\n');
  const [text, setText] = useState(saved);
  const [refusal, setRefusal] = useState<string>();
  const { data } = usePageQuery(viewerQuery, {}, { quiet: true });
  const { mutate, busy } = useMutationAction(documents[type], {
    success: 'Allowed IP addresses updated',
    fields: ['addresses'],
  });
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
      title={`Allowed IP addresses of ${isolated(name)}`}
      confirmLabel="Save"
      typed={text !== saved}
      busy={busy}
      onCancel={onClose}
      onConfirm={save}
    >
      <Stack gap="md">
        <Text>Programs can use this key only from these IP addresses.</Text>
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
