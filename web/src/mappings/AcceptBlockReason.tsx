import { texts } from '@console/contract/rules';
import { Text } from '@mantine/core';
import type { AcceptBlock } from '../gql/graphql.ts';

/** Why a request or an invitation cannot be accepted, in a row or on a page. */
export const acceptBlockTexts: Record<AcceptBlock, string> = {
  ORGANISATION_DISABLED: 'The organisation is disabled.',
  USER_INACTIVE: `${texts.mappings.userInactive}.`,
  OWN_INVITATION: 'You sent the invitation: another user has to accept it.',
};

export const AcceptBlockReason = ({ block }: { block: AcceptBlock }) => (
  <Text size="sm" c="dimmed">
    {acceptBlockTexts[block]}
  </Text>
);
