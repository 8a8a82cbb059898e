import { Alert, Checkbox, Stack, Text, Title } from '@mantine/core';
import { OrganisersNotified } from '../apollo/EmailPromise.tsx';
import { graphql } from '../gql/gql.ts';
import type { AllowedAddresses_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { type EditedSettings, useConfirmedForm } from '../ui/dialog/useConfirmedForm.ts';
import { AddressesField, readAddresses } from '../ui/form/AddressesField.tsx';
import { FormActions } from '../ui/form/FormActions.tsx';
import { FormPaper } from '../ui/form/FormPaper.tsx';
import { countOf } from '../ui/values/format.ts';

const updateDocument = graphql(`
  mutation AllowedAddressesForm_Update($input: UpdateAllowedAddressesInput!) {
    updateAllowedAddresses(input: $input) { allowedAddresses { id addresses viewerAddressIsProxy viewerConfirmsProxy } }
  }
`);

export interface AllowedAddressesFormProps extends EditedSettings {
  allowed: NonNullable<AllowedAddresses_OrganisationFragment['allowedAddresses']>;
  ownAddress: string | null;
}

/** The form of the allowed addresses of an organisation, which are saved with the viewer's own password. */
export function AllowedAddressesForm({
  allowed: { id, addresses, viewerAddressIsProxy, viewerConfirmsProxy },
  ownAddress,
  ...edited
}: AllowedAddressesFormProps) {
  const { form, busy, paper, question } = useConfirmedForm(updateDocument, {
    ...edited,
    success: 'Allowed IP addresses updated',
    initialValues: { addresses: addresses.join('\n'), confirmProxy: false },
    validate: { addresses: (text) => readAddresses(text).problem },
  });
  const entered = readAddresses(form.values.addresses).list;
  const turnsOn = addresses.length === 0 && entered.length > 0;
  const asksForProxy = viewerAddressIsProxy && turnsOn;
  return (
    <>
      <FormPaper {...paper(entered.join('\n') !== addresses.join('\n'))}>
        <Title order={2}>Allowed IP addresses</Title>
        <AddressesField ownAddress={ownAddress} {...form.getInputProps('addresses')} />
        {asksForProxy && (
          <Alert color="yellow" title="Your IP address is probably that of a proxy">
            If the console sees one address for all users, this list admits either everyone or no one. Ask your operator
            to check TRUST_PROXY.
            {!viewerConfirmsProxy && ' Only an Administrator can turn this list on.'}
          </Alert>
        )}
        {asksForProxy && viewerConfirmsProxy && (
          <Checkbox label="Use this list anyway" {...form.getInputProps('confirmProxy', { type: 'checkbox' })} />
        )}
        <FormActions submitLabel="Save" busy={busy} onCancel={edited.onDone} />
      </FormPaper>
      <ConfirmDialog
        {...question('Change the allowed IP addresses?', (currentPassword) => ({
          input: {
            organisationId: id,
            addresses: entered,
            currentPassword,
            ...(asksForProxy && { confirmProxy: form.values.confirmProxy }),
          },
        }))}
        danger={entered.length > 0}
      >
        <Stack gap="sm">
          <Text>
            {entered.length === 0
              ? 'Users can sign in and use the console from every IP address.'
              : `Users can sign in and use the console only from ${countOf(entered.length, 'IP address or network', 'IP addresses and networks')}. Users at other addresses are signed out.`}
          </Text>
          <Text>
            You can change the list later. <OrganisersNotified />
          </Text>
        </Stack>
      </ConfirmDialog>
    </>
  );
}
