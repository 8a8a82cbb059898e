import type { FragmentType } from '@apollo/client';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { WebhookDelivery_DeliveryFragment, WebhookDeliveryState, WebhookProblem } from '../gql/graphql.ts';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { eventTypeLabels } from './eventTypeLabels.ts';
import classes from './WebhookDelivery.module.css';

const deliveryFragment = graphql(`
  fragment WebhookDelivery_delivery on WebhookDelivery {
    id eventNumber eventType state attempts nextAttemptAt sentAt durationMs status problem response redirectUrl request
  }
`);

const againDocument = graphql(`
  mutation WebhookDelivery_SendAgain($input: ResendWebhookDeliveryInput!) {
    resendWebhookDelivery(input: $input) { delivery { id ...WebhookDelivery_delivery } }
  }
`);

const states: Record<WebhookDeliveryState, { label: string; color: string }> = {
  PENDING: { label: 'Queued', color: 'blue' },
  DELIVERED: { label: 'Delivered', color: 'green' },
  FAILED: { label: 'Failed', color: 'red' },
};

const problems: Record<WebhookProblem, string> = {
  ADDRESS_REFUSED: 'The URL leads to a private network or does not use https. Enter a public https URL.',
  UNREACHABLE: 'The server cannot be reached. Check the URL and the firewall in front of the server.',
  HOST_NOT_FOUND: 'The host name was not found in DNS. Check its spelling and its DNS record.',
  CONNECTION_REFUSED: 'No server is listening at this host and port. Check the port, and that the server is running.',
  CONNECTION_CLOSED: 'The server closed the connection without a response. Check its log.',
  NOT_TLS: 'The server does not use TLS at this port. Check the port, and that the server offers https on it.',
  CERTIFICATE_UNTRUSTED:
    'The certificate is not signed by a public authority, or the intermediate certificate is missing. Install the complete chain. For an authority of your own, ask the operator to add it.',
  CERTIFICATE_EXPIRED: 'The certificate has expired or is not valid yet. Renew it.',
  CERTIFICATE_NAME: 'The certificate is for another host name. Install one for the host name of the URL.',
  TIMEOUT: 'The server did not respond within 5 seconds.',
  STATUS: 'The receiver returned an error.',
  EVENT_DELETED: 'The event is no longer in the activity log.',
  SECRET_LOST: 'The secret is lost. Rotate the secret.',
};

interface WebhookDeliveryProps {
  delivery: FragmentType<WebhookDelivery_DeliveryFragment>;
  /** Whether its webhook is on. */
  isOn: boolean;
}

/** How an event was sent, with request and response, and a button that sends it again. */
export function WebhookDelivery({ delivery, isOn }: WebhookDeliveryProps) {
  const { data, complete } = useFragment(deliveryFragment, delivery);
  const { mutate, busy } = useMutationAction(againDocument, { success: 'Delivery queued again', keyed: false });
  if (!complete) return null;
  const { id, eventNumber, eventType, state, attempts, nextAttemptAt, sentAt, durationMs, status, problem } = data;
  const name = `${eventType ? eventTypeLabels[eventType] : 'Event'} ${eventNumber}`;
  return (
    <Stack component="li" gap={4}>
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          <Text span fw={500}>
            {name}
          </Text>
          <Badge color={states[state].color}>{states[state].label}</Badge>
        </Group>
        {isOn && (
          <RowButton
            aria-label={`Resend: ${name}`}
            disabled={busy}
            onClick={() => void mutate({ input: { id } }).catch(() => undefined)}
          >
            Resend
          </RowButton>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {sentAt ? (
          <>
            Sent <Moment at={sentAt} />
            {status !== null && `, status ${status}`}
            {durationMs !== null && `, ${durationMs} ms`}
            {attempts > 1 && `, attempt ${attempts}`}.
          </>
        ) : (
          `Not sent${state === 'FAILED' ? '' : ' yet'}.`
        )}{' '}
        {problem && problems[problem]}{' '}
        {data.redirectUrl && (
          <span style={{ overflowWrap: 'anywhere' }}>
            The receiver redirects to <bdi translate="no">{data.redirectUrl}</bdi>. Redirects are not followed. Enter
            that URL in the webhook.{' '}
          </span>
        )}
        {nextAttemptAt && (
          <>
            Next attempt <Moment at={nextAttemptAt} />.
          </>
        )}
      </Text>
      <details>
        <summary>Request and response</summary>
        <Text size="sm" mt="xs">
          Request
        </Text>
        <pre className={classes.text}>
          {data.request === null ? 'The event was deleted.' : JSON.stringify(JSON.parse(data.request), null, 2)}
        </pre>
        <Text size="sm" mt="xs">
          {' '}
          Response{' '}
        </Text>
        <pre className={classes.text}>{data.response || 'None'}</pre>
      </details>
    </Stack>
  );
}
