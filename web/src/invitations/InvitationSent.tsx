import { Box } from '@mantine/core';
import type { InvitationTable_InvitationFragment } from '../gql/graphql.ts';
import { Moment } from '../ui/layout/Moment.tsx';

interface InvitationSentProps {
  invitation: Pick<InvitationTable_InvitationFragment, 'sentAt' | 'linkCopiedAt' | 'isEmailQueued' | 'isUnsent'>;
}

/** When an invitation was emailed, or that its link was copied instead. */
export function InvitationSent({ invitation }: InvitationSentProps) {
  const { sentAt, linkCopiedAt, isEmailQueued, isUnsent } = invitation;
  if (isUnsent) return 'Not sent';
  if (isEmailQueued) return 'Queued';
  if (!linkCopiedAt) return <Moment at={sentAt} />;
  return (
    <>
      Link copied{' '}
      <Box component="span" display="inline-block">
        <Moment at={linkCopiedAt} />
      </Box>
    </>
  );
}
