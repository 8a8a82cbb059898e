import { attentionText } from '@console/contract/attention-texts';
import { Anchor, Group, SimpleGrid, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { serverNow } from '../apollo/serverTime.ts';
import { graphql } from '../gql/gql.ts';
import type { AttentionList_ItemFragment } from '../gql/graphql.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { UrgencyIcon } from '../ui/values/UrgencyIcon.tsx';

graphql(`
  fragment AttentionList_item on AttentionItem {
    kind
    urgency
    count
    organisations
    since
    until
    dueInDays
  }
`);

interface AttentionListProps {
  items: readonly AttentionList_ItemFragment[];
  /** The filtered list that an item leads to. */
  linkTo: (item: AttentionList_ItemFragment) => string | undefined;
  wholePage: boolean;
}

/** Pending items, the most urgent first, each with its filtered list. */
export function AttentionList({ items, linkTo, wholePage }: AttentionListProps) {
  const { trail } = useTrail();
  const now = serverNow();
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, sm: 2, ...(wholePage && { lg: 3 }) }}
      spacing="md"
      verticalSpacing={4}
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
    >
      {items.map((item) => {
        const to = linkTo(item);
        const text = attentionText(item, now);
        return (
          <Group key={item.kind} component="li" gap="xs" wrap="nowrap" align="flex-start">
            <UrgencyIcon urgency={item.urgency} />
            {to ? (
              <Anchor component={Link} to={to} state={trail}>
                {text}
              </Anchor>
            ) : (
              <Text>{text}</Text>
            )}
          </Group>
        );
      })}
    </SimpleGrid>
  );
}
