import { refusalTexts, texts } from '@console/contract/rules';
import { Badge, VisuallyHidden } from '@mantine/core';
import type { AcceptBlock } from '../gql/graphql.ts';

/** Why a request or an invitation cannot be accepted. */
export const acceptBlockTexts: Record<AcceptBlock, string> = {
  ORGANISATION_DISABLED: refusalTexts.organisationDisabled,
  USER_INACTIVE: `${texts.mappings.userInactive}.`,
  INVITATION_INVALID: texts.mappings.invitationVoided,
  OWN_INVITATION: 'You sent this invitation. Another user must accept it.',
};

const labels: Record<AcceptBlock, string> = {
  ORGANISATION_DISABLED: 'Disabled',
  USER_INACTIVE: 'Inactive',
  INVITATION_INVALID: 'No longer valid',
  OWN_INVITATION: 'Another user must accept',
};

/** Short form for a row. */
export const AcceptBlockReason = ({ block }: { block: AcceptBlock }) => (
  <Badge variant="default" title={acceptBlockTexts[block]}>
    <span aria-hidden>{labels[block]}</span>
    <VisuallyHidden>{acceptBlockTexts[block]}</VisuallyHidden>
  </Badge>
);
