import { Alert, Group, Text } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { useUnsentEmails } from '../apollo/useUnsentEmails.ts';
import { graphql } from '../gql/gql.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { InvitationActions } from './InvitationActions.tsx';
import { InvitationStateBadge } from './InvitationStateBadge.tsx';

const invitationQuery = graphql(`
  query UserInvitation($id: ID!) {
    user(id: $id) { id invitation { id sentAt linkCopiedAt expiresAt state failure isEmailQueued isUnsent viewerCanCopyLink ...InvitationActions_invitation } }
  }
`);

const doNothing = () => {};

/** The invitation of a user who is not known to have signed in; nothing without one. It has a query of its own, because the page is rendered without it. */
export function UserInvitation({ userId }: { userId: string }) {
  const { data } = usePageQuery(invitationQuery, { id: userId }, { main: ['user'] });
  const unsentEmails = useUnsentEmails();
  const invitation = data?.user?.invitation;
  if (!invitation) return null;
  const { sentAt, linkCopiedAt, expiresAt, state, failure, isEmailQueued, isUnsent, viewerCanCopyLink } = invitation;
  return (
    <Alert color={isUnsent || state === 'FAILED' ? 'red' : 'gray'} title="Invited, not yet signed in">
      <Group justify="space-between" gap="md">
        <Group gap="xs">
          <InvitationStateBadge state={state} isUnsent={isUnsent} />
          <Text>
            {isEmailQueued ? (
              isUnsent ? (
                'Email not sent'
              ) : (
                'Email queued'
              )
            ) : (
              <>
                {linkCopiedAt ? 'Link copied' : 'Sent'} <Moment at={linkCopiedAt ?? sentAt} />
              </>
            )}
            {expiresAt && (
              <>
                , {state === 'EXPIRED' ? 'expired' : 'expires'} <Moment at={expiresAt} />
              </>
            )}
          </Text>
          {failure && <Text>{failure}</Text>}
          {isUnsent && !viewerCanCopyLink && unsentEmails?.sending === false && (
            <Text>This email cannot be sent until a mail server is set up.</Text>
          )}
        </Group>
        <InvitationActions invitation={invitation} resendButton onChanged={doNothing} />
      </Group>
    </Alert>
  );
}
