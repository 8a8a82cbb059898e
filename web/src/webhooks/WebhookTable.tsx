import type { FragmentType } from '@apollo/client';
import { Badge, Group, Text } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { WebhookStatus, WebhookTable_WebhookFragment } from '../gql/graphql.ts';
import { RowButton } from '../ui/layout/RowButton.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { eventTypeLabels } from './eventTypeLabels.ts';

// Mutations select it too, so that a changed row is complete.
const webhookFragment = graphql(`
  fragment WebhookTable_webhook on Webhook {
    id
    url
    types
    status
    failingSince
    previousSecretUntil
    pendingCount
    lastDelivery { id sentAt status problem }
  }
`);

/** A row of the table. */
export type WebhookRow = WebhookTable_WebhookFragment;

interface WebhookTableProps {
  webhooks: readonly ({ id: string } & FragmentType<WebhookTable_WebhookFragment>)[] | null | undefined;
  loading: boolean;
  onRetry: () => void;
  onOpen: (webhook: WebhookRow) => void;
}

/** The webhooks of an organisation, with their event types and status. */
export function WebhookTable({ webhooks, onOpen, ...rest }: WebhookTableProps) {
  return (
    <DataTable
      caption="Webhooks"
      columns={columnsOf(onOpen)}
      list={webhooks && { nodes: webhooks, totalCount: webhooks.length }}
      fragment={webhookFragment}
      emptyReason="This organisation has no webhooks."
      {...rest}
    />
  );
}

const columnsOf = (onOpen: (webhook: WebhookRow) => void): readonly Column<WebhookRow>[] => [
  { ...textColumn<WebhookRow>('url', 'URL', ({ url }) => url), weight: 3 },
  {
    ...textColumn<WebhookRow>('types', 'Events', ({ types }) =>
      types ? types.map((type) => eventTypeLabels[type]).join(', ') : 'All',
    ),
    weight: 2,
    narrow: 'left out',
  },
  {
    key: 'status',
    title: 'State',
    kind: 'date',
    min: 160,
    narrow: 'second line',
    render: ({ status }) => <WebhookBadge status={status} />,
  },
  {
    key: 'last',
    title: 'Last delivery',
    kind: 'date',
    min: 200,
    narrow: 'left out',
    render: ({ lastDelivery }) =>
      lastDelivery?.sentAt ? (
        <Group gap="xs" wrap="nowrap">
          <Moment at={lastDelivery.sentAt} />
          {lastDelivery.problem && (
            <Text span c="dimmed" size="sm">
              failed
            </Text>
          )}
        </Group>
      ) : (
        'None'
      ),
  },
  {
    key: 'action',
    title: 'Action',
    // Possibly no row has a button. With an action column the table would then not be focusable.
    kind: 'date',
    min: 112,
    render: (webhook) => (
      <RowButton aria-label={`Open ${webhook.url}`} onClick={() => onOpen(webhook)}>
        Open
      </RowButton>
    ),
  },
];

const states: Record<WebhookStatus, { label: string; color: string }> = {
  ACTIVE: { label: 'Active', color: 'green' },
  FAILING: { label: 'Failing', color: 'yellow' },
  OFF: { label: 'Off', color: 'gray' },
  TURNED_OFF: { label: 'Off after failures', color: 'red' },
};

const WebhookBadge = ({ status }: { status: WebhookStatus }) => (
  <Badge color={states[status].color} flex="none">
    {states[status].label}
  </Badge>
);
