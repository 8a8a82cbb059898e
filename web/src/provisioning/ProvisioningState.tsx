import type { FragmentType } from '@apollo/client';
import { Alert, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { OrganisersNotified } from '../apollo/EmailPromise.tsx';
import { useFragment } from '../apollo/useFragment.ts';
import { CopyableId } from '../feedback/CopyableId.tsx';
import { graphql } from '../gql/gql.ts';
import type { ProvisioningState_ProvisioningFragment } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { formatCount } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';

// Mutations select it too, so that the page is complete.
const provisioningFragment = graphql(`
  fragment ProvisioningState_provisioning on Provisioning {
    id
    url
    enabled
    enabledAt
    enabledBy
    lastRequestAt
    managedUserCount
    deactivationsPausedAt
  }
`);

const setDocument = graphql(`
  mutation ProvisioningState_Set($input: SetProvisioningInput!) {
    setProvisioning(input: $input) {
      provisioning {
        id
        ...ProvisioningState_provisioning
        ...ProvisioningSettings_provisioning
        ...ProvisioningCauses_provisioning
        ...ProvisioningIssues_provisioning
      }
    }
  }
`);

const confirmDocument = graphql(`
  mutation ProvisioningState_Confirm($input: ResumeProviderDeactivationsInput!) {
    resumeProviderDeactivations(input: $input) { provisioning { id ...ProvisioningState_provisioning } }
  }
`);

type State = ProvisioningState_ProvisioningFragment;

/** State and counts of provisioning, and a warning while deactivations are paused. */
export function ProvisioningState({ provisioning }: { provisioning: FragmentType<State> }) {
  const { data, complete } = useFragment(provisioningFragment, provisioning);
  if (!complete) return null;
  const { url, lastRequestAt, managedUserCount } = data;
  return (
    <>
      <PausedDeactivations state={data} />
      <Paper p="lg" component="section">
        <Stack gap="md">
          <Title order={2}>SCIM 2.0</Title>
          <DescriptionList
            entries={[
              ['State', <OnOrOff key="state" state={data} />],
              ['URL', <CopyableId key="url" id={url} label="Copy the URL" />],
              ['Last request', lastRequestAt ? <Moment key="last" at={lastRequestAt} withTime /> : 'None yet'],
              ['Managed users', formatCount(managedUserCount)],
            ]}
          />
          <Group>
            <SetButton state={data} />
          </Group>
        </Stack>
      </Paper>
    </>
  );
}

function OnOrOff({ state: { enabled, enabledAt, enabledBy } }: { state: State }) {
  return (
    <Group gap="xs">
      <Badge color={enabled ? 'green' : 'gray'}>{enabled ? 'On' : 'Off'}</Badge>
      {enabledAt && (
        <Text size="sm" span>
          since <Moment at={enabledAt} />
          {enabledBy && `, turned on by ${enabledBy}`}
        </Text>
      )}
    </Group>
  );
}

function SetButton({ state: { id, enabled } }: { state: State }) {
  const label = enabled ? 'Turn off' : 'Turn on';
  return (
    <ConfirmedMutationButton
      label={label}
      ariaLabel={`${label} provisioning`}
      danger={enabled}
      password="onceOnPage"
      keyed={false}
      mutation={setDocument}
      variables={(currentPassword) => ({ input: { organisationId: id, enabled: !enabled, currentPassword } })}
      success={enabled ? 'Provisioning is off' : 'Provisioning is on'}
    >
      {enabled
        ? 'Requests of the identity provider are rejected. Existing users do not change. You can turn it on again later.'
        : 'A program with a SCIM key can create, change and deactivate the users of this organisation. If you are an Organiser of this organisation, the identity provider cannot change your account. You can turn provisioning off later.'}{' '}
      <OrganisersNotified />
    </ConfirmedMutationButton>
  );
}

function PausedDeactivations({ state: { id, deactivationsPausedAt } }: { state: State }) {
  if (!deactivationsPausedAt) return null;
  return (
    <Alert color="red" title="Deactivations are paused">
      <Stack gap="sm" align="flex-start">
        <Text>
          The identity provider has deactivated too many users within an hour. The limit is 20 users or a quarter of the
          active ones, whichever is more. A further deactivation was rejected{' '}
          <Moment at={deactivationsPausedAt} withTime />. Other changes continue.
        </Text>
        <ConfirmedMutationButton
          label="Resume deactivations"
          danger
          password="always"
          keyed={false}
          mutation={confirmDocument}
          variables={(currentPassword) => ({ input: { organisationId: id, currentPassword } })}
          success="Deactivations resumed"
        >
          The identity provider can deactivate users again. They are signed out immediately, and can be activated again.
          Deactivations pause again if the limit is exceeded within an hour.
        </ConfirmedMutationButton>
      </Stack>
    </Alert>
  );
}
