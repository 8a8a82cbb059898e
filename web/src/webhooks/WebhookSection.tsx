import type { FragmentType } from '@apollo/client';
import { webhookFailingDays, webhookSecretOverlapHours } from '@console/contract/rules';
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { serverNow } from '../apollo/serverTime.ts';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { lazyPart, whenOpened } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { WebhookSection_WebhookFragment } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { removeWebhook } from './cachedWebhooks.ts';
import { isHandledHere } from './handledFailures.ts';
import { WebhookDeliveries } from './WebhookDeliveries.tsx';
import type { ConfirmedWebhook, WebhookDialogProps } from './WebhookDialog.tsx';

const webhookFragment = graphql(`
  fragment WebhookSection_webhook on Webhook {
    id url types status failingSince pausedUntil previousSecretUntil pendingCount lastDelivery { id status }
  }
`);

const updateDocument = graphql(`
  mutation WebhookSection_Update($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) { webhook { id ...WebhookTable_webhook ...WebhookSection_webhook } }
  }
`);
const secretDocument = graphql(`
  mutation WebhookSection_ChangeSecret($input: RotateWebhookSecretInput!) {
    rotateWebhookSecret(input: $input) { webhook { id ...WebhookTable_webhook ...WebhookSection_webhook } secret }
  }
`);
const testDocument = graphql(`
  mutation WebhookSection_Test($input: TestWebhookInput!) {
    testWebhook(input: $input) { webhook { id ...WebhookTable_webhook ...WebhookSection_webhook } }
  }
`);
const deleteDocument = graphql(`
  mutation WebhookSection_Delete($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { webhook { id } } }
`);

const WebhookDialog = lazyPart<WebhookDialogProps>(
  async () => (await import('./WebhookDialog.tsx')).WebhookDialog,
  whenOpened,
);

export interface WebhookSectionProps {
  webhook: FragmentType<WebhookSection_WebhookFragment>;
  /** Gets a new secret, which is shown once. */
  onSecret: (secret: string | null) => void;
  /** Reads the webhooks again. */
  onRefresh: () => void;
  onClose: () => void;
}

/** One webhook: its actions and its deliveries. */
export function WebhookSection({ webhook, onSecret, onRefresh, onClose }: WebhookSectionProps) {
  const { data, complete } = useFragment(webhookFragment, webhook);
  const [editing, setEditing] = useState(false);
  const [times, setTimes] = useState(0);
  const [tests, setTests] = useState(0);
  const update = useMutationAction(updateDocument, {
    success: 'Webhook changed',
    fields: ['url'],
    handles: isHandledHere,
  });
  const test = useMutationAction(testDocument, { success: 'Test event queued', keyed: false });
  if (!complete) return null;
  const { id, url, types, status, failingSince, pausedUntil, previousSecretUntil } = data;
  const overlapEnd = previousSecretUntil && new Date(previousSecretUntil) > serverNow() ? previousSecretUntil : null;
  const isOn = status === 'ACTIVE' || status === 'FAILING';
  const save = async (values: ConfirmedWebhook) => {
    if (await update.mutate({ input: { id, ...values } })) setEditing(false);
  };
  const sendTest = async () => {
    const sent = await test.mutate({ input: { id } }).catch(() => undefined);
    if (sent) setTests(tests + 1);
  };
  return (
    <Paper component="section" aria-label={`Webhook ${url}`} withBorder p="md">
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={3} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Title>
          <RowButton onClick={onClose}>Close</RowButton>
        </Group>
        {failingSince && (
          <Alert color="yellow">
            All deliveries have failed since <Moment at={failingSince} />. After {webhookFailingDays} days, the webhook
            is turned off.
          </Alert>
        )}
        {status === 'TURNED_OFF' && (
          <Alert color="red">
            {data.lastDelivery?.status === 410
              ? 'The webhook was turned off because its receiver returned 410 (Gone) and accepts no further events.'
              : `The webhook was turned off because its deliveries failed for ${webhookFailingDays} days.`}
          </Alert>
        )}
        {pausedUntil && new Date(pausedUntil) > serverNow() && (
          <Text size="sm">
            The receiver asked for a pause. No events are sent before <Moment at={pausedUntil} />. To try earlier,
            resend a delivery.
          </Text>
        )}
        {overlapEnd && (
          <Text size="sm">
            Deliveries are also signed with the previous secret until <Moment at={overlapEnd} />.
          </Text>
        )}
        <Group gap="xs">
          <Button
            variant="default"
            onClick={() => {
              setTimes(times + 1);
              setEditing(true);
            }}
          >
            Change
          </Button>
          <Button variant="default" disabled={!isOn} loading={test.busy} onClick={sendTest}>
            Send a test
          </Button>
          <ConfirmedMutationButton
            label="Rotate secret"
            question="Rotate the webhook secret?"
            password="always"
            mutation={secretDocument}
            variables={(currentPassword) => ({ input: { id, currentPassword } })}
            onChanged={({ rotateWebhookSecret }) => onSecret(rotateWebhookSecret.secret)}
          >
            {overlapEnd && (
              <>
                The previous secret works until <Moment at={overlapEnd} />. If you rotate the secret now, the previous
                one stops working immediately.{' '}
              </>
            )}
            For {webhookSecretOverlapHours} hours, deliveries are signed with both the current and the new secret.
            Update the receiver within this time. This cannot be undone.
          </ConfirmedMutationButton>
          <ConfirmedMutationButton
            label={isOn ? 'Turn off' : 'Turn on'}
            question={isOn ? 'Turn off this webhook?' : 'Turn on this webhook?'}
            keyed={false}
            mutation={updateDocument}
            variables={() => ({ input: { id, enabled: !isOn } })}
            success={isOn ? 'Webhook turned off' : 'Webhook turned on'}
          >
            {isOn
              ? 'No events are sent until you turn the webhook on again.'
              : 'New events will be sent. Events that occurred while it was off are in the event feed.'}
          </ConfirmedMutationButton>
          <ConfirmedMutationButton
            label="Delete"
            question="Delete this webhook?"
            danger
            mutation={deleteDocument}
            variables={() => ({ input: { id } })}
            success="Webhook deleted"
            update={(cache) => removeWebhook(cache, id)}
          >
            The webhook, its secret and its list of deliveries are deleted. This cannot be undone.
          </ConfirmedMutationButton>
        </Group>
        <WebhookDeliveries key={tests} webhookId={id} isOn={isOn} onRefresh={onRefresh} />
      </Stack>
      {/* The key resets the dialog at each opening. */}
      <WebhookDialog
        key={times}
        opened={editing}
        title="Change webhook"
        confirmLabel="Save"
        initial={{ url, types: types && [...types] }}
        busy={update.busy}
        onClose={() => setEditing(false)}
        onConfirm={save}
      />
    </Paper>
  );
}
