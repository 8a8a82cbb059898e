import { attentionText } from '@console/contract/attention-texts';
import { Anchor, EmptyState, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { serverNow } from '../apollo/serverTime.ts';
import { graphql } from '../gql/gql.ts';
import type { PendingList_ItemFragment } from '../gql/graphql.ts';
import { attentionLink } from '../ui/navigation/attentionLink.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { UrgencyIcon } from '../ui/values/UrgencyIcon.tsx';

graphql(`
  fragment PendingList_item on PendingItem {
    kind
    urgency
    count
    since
    until
    dueInDays
    organisationId
    reviewId
    reviewName
    isOwn
  }
`);

interface PendingListProps {
  items: readonly PendingList_ItemFragment[];
  ownOrganisationId: string | null;
}

function linkOf({ kind, isOwn, organisationId, reviewId }: PendingList_ItemFragment, ownId: string | null) {
  if (reviewId !== null) return `/O/reviews/${reviewId}?show=mine`;
  if (isOwn) return '/profile?tab=api-keys';
  return attentionLink(kind, organisationId, { own: organisationId === ownId, from: 'T' });
}

/** Pending items of the viewer, the most urgent first, with links. */
export function PendingList({ items, ownOrganisationId }: PendingListProps) {
  const { trail } = useTrail();
  const now = serverNow();
  if (items.length === 0)
    return (
      <EmptyState
        icon={<IconCircleCheck aria-hidden />}
        title={<Title order={2}>No pending items</Title>}
        description="New items appear here. The bell shows their number."
      />
    );
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {items.map((item) => {
        const to = linkOf(item, ownOrganisationId);
        const text = attentionText({ ...item, organisations: null }, now);
        return (
          <Group key={`${item.kind} ${item.reviewId}`} component="li" gap="xs" wrap="nowrap" align="flex-start">
            <UrgencyIcon urgency={item.urgency} />
            <div>
              {to ? (
                <Anchor component={Link} to={to} state={trail}>
                  {text}
                </Anchor>
              ) : (
                <Text span>{text}</Text>
              )}
              {item.reviewName !== null && (
                <Text size="sm" c="dimmed" translate="no" style={{ overflowWrap: 'anywhere' }}>
                  {item.reviewName}
                </Text>
              )}
              {item.isOwn && item.reviewId === null && (
                <Text size="sm" c="dimmed">
                  Your own API keys
                </Text>
              )}
            </div>
          </Group>
        );
      })}
    </Stack>
  );
}
