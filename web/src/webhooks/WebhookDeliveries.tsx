import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { WebhookDelivery } from './WebhookDelivery.tsx';

const deliveriesQuery = graphql(`
  query WebhookDeliveries($webhookId: ID!) { webhookDeliveries(webhookId: $webhookId) { id ...WebhookDelivery_delivery } }
`);

interface WebhookDeliveriesProps {
  webhookId: string;
  /** Whether the webhook is on. */
  isOn: boolean;
  /** Reads the webhooks again. */
  onRefresh: () => void;
}

/** The deliveries of a webhook, read when they are shown. */
export function WebhookDeliveries({ webhookId, isOn, onRefresh }: WebhookDeliveriesProps) {
  const { data, loading, retry } = usePageQuery(deliveriesQuery, { webhookId }, { quiet: true });
  const deliveries = data?.webhookDeliveries;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={4} size="h3">
          Deliveries
        </Title>
        <RowButton
          onClick={() => {
            retry();
            onRefresh();
          }}
        >
          Refresh
        </RowButton>
      </Group>
      {!deliveries && loading && <Skeleton h={72} aria-label="Loading deliveries" role="status" />}
      {!deliveries && !loading && <Text c="dimmed">Could not load the deliveries.</Text>}
      {deliveries?.length === 0 && <Text c="dimmed">No deliveries yet.</Text>}
      {deliveries && deliveries.length > 0 && (
        <Stack component="ul" aria-label="Deliveries" gap="sm" m={0} p={0}>
          {deliveries.map((delivery) => (
            <WebhookDelivery key={delivery.id} delivery={delivery} isOn={isOn} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
