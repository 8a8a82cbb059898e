import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { WebhookDelivery } from './WebhookDelivery.tsx';

const deliveriesQuery = graphql(`
  query WebhookDeliveries($webhookId: ID!) { webhookDeliveries(webhookId: $webhookId) { id ...WebhookDelivery_delivery } }
`);

/** The deliveries of a webhook, read when they are shown. */
export function WebhookDeliveries({ webhookId, isOn }: { webhookId: string; isOn: boolean }) {
  const { data, loading, retry } = usePageQuery(deliveriesQuery, { webhookId }, { quiet: true });
  const deliveries = data?.webhookDeliveries;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={4}>Deliveries</Title>
        <Button variant="subtle" onClick={retry}>
          Refresh
        </Button>
      </Group>
      {!deliveries && loading && <Skeleton h={72} aria-label="The deliveries are loading" role="status" />}
      {!deliveries && !loading && <Text c="dimmed">The deliveries could not be loaded.</Text>}
      {deliveries?.length === 0 && <Text c="dimmed">Nothing was sent yet.</Text>}
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
