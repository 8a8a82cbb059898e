import type { FragmentType } from '@apollo/client';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart, whenEdited } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { AllowedAddresses_OrganisationFragment } from '../gql/graphql.ts';
import { useFormEditing } from '../ui/dialog/useSavedForm.tsx';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { EditableDetails } from '../ui/layout/EditableDetails.tsx';
import type { AllowedAddressesFormProps } from './AllowedAddressesForm.tsx';

const organisationFragment = graphql(`
  fragment AllowedAddresses_organisation on Organisation {
    id
    allowedAddresses { id addresses viewerAddressIsProxy viewerConfirmsProxy }
  }
`);

// Read from the cache: the page queries it.
const viewerFragment = graphql(`fragment AllowedAddresses_viewer on Viewer { clientAddress }`);

const AllowedAddressesForm = lazyPart<AllowedAddressesFormProps & { before: ReactNode }>(
  async () => (await import('./AllowedAddressesForm.tsx')).AllowedAddressesForm,
  whenEdited,
);

/** The IP addresses that an organisation allows its users. Renders nothing for viewers who may not change them, or if the product API does not limit addresses. */
export function AllowedAddresses({
  organisation,
}: {
  organisation: FragmentType<AllowedAddresses_OrganisationFragment>;
}) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  const { data: viewer } = useFragment(viewerFragment, { __typename: 'Viewer' });
  const { editing, opened, details, done } = useFormEditing('allowed-addresses');
  if (!complete || !data.allowedAddresses) return null;
  const { addresses } = data.allowedAddresses;
  const view = (
    <EditableDetails of="the allowed IP addresses" {...details}>
      <DescriptionGroup
        heading="Allowed IP addresses"
        lead={
          <Text c="dimmed">
            Users of this organisation can sign in and use the console only from these IP addresses. Each API key has
            its own list. Denied attempts appear in the activity log.
          </Text>
        }
        entries={[
          [
            'IP addresses and networks',
            addresses.length === 0 ? (
              'Every IP address is allowed'
            ) : (
              <Stack key="addresses" gap={0}>
                {addresses.map((address) => (
                  <Text key={address} translate="no">
                    {address}
                  </Text>
                ))}
              </Stack>
            ),
          ],
          ['Your IP address', viewer?.clientAddress],
        ]}
      />
    </EditableDetails>
  );
  if (!editing) return view;
  return (
    <AllowedAddressesForm
      allowed={data.allowedAddresses}
      ownAddress={viewer?.clientAddress ?? null}
      opened={opened}
      onDone={done}
      before={view}
    />
  );
}
