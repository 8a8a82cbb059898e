import '@mantine/core/styles/Switch.css';
import type { FragmentType } from '@apollo/client';
import { Paper, Stack, Switch, Title } from '@mantine/core';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { PendingEmailsSwitch_ViewerFragment } from '../gql/graphql.ts';

const viewerFragment = graphql(`
  fragment PendingEmailsSwitch_viewer on Viewer { user { id } pendingEmails { isOn frequency timeZone } }
`);

const setDocument = graphql(`
  mutation PendingEmailsSwitch_Set($input: SetPendingEmailsInput!) {
    setPendingEmails(input: $input) { pendingEmails { isOn frequency timeZone } }
  }
`);

const days: Record<string, string> = {
  Daily: 'every day',
  Weekly: 'every Monday',
  Fortnightly: 'every other Monday',
  Monthly: 'on the first day of each month',
};

export interface PendingEmailsSwitchProps {
  viewer: FragmentType<PendingEmailsSwitch_ViewerFragment>;
}

/** Turns pending items emails on or off; renders nothing if the product API does not send them. */
export function PendingEmailsSwitch({ viewer }: PendingEmailsSwitchProps) {
  const { data, complete } = useFragment(viewerFragment, viewer);
  const { mutate, busy } = useMutationAction(setDocument, {
    success: 'Saved.',
    update: (cache, { setPendingEmails: { pendingEmails } }) =>
      void cache.modify({
        id: cache.identify({ __typename: 'Viewer' }),
        fields: { pendingEmails: () => pendingEmails },
      }),
  });
  if (!complete || !data.pendingEmails) return null;
  const { isOn, frequency, timeZone } = data.pendingEmails;
  const sent =
    frequency === null
      ? 'Your organisation has not turned on pending items emails.'
      : `Sent ${days[frequency] ?? 'regularly'} at 07:00 (${timeZone}), if you have pending items`;
  return (
    <Paper p="lg">
      <Stack gap="sm">
        <Title order={2}>Emails</Title>
        <Switch
          label="Pending items email"
          description={<EmailPromise otherwise="Email is not set up, so no emails are sent.">{sent}</EmailPromise>}
          checked={isOn}
          disabled={busy}
          onChange={(event) => void mutate({ input: { isOn: event.currentTarget.checked } })}
        />
      </Stack>
    </Paper>
  );
}
