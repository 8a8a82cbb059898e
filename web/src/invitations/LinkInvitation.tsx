import { Text } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { LinkInvitation_InvitationFragment } from '../gql/graphql.ts';
import { Moment } from '../ui/values/Moment.tsx';

graphql(`
  fragment LinkInvitation_invitation on LinkInvitation { kind invitedBy organisation role expiresAt }
`);

/** The inviting user, the organisation, the role and the expiry of the invitation of an opened link. */
export function LinkInvitation({ invitation }: { invitation: LinkInvitation_InvitationFragment }) {
  const { invitedBy, organisation, expiresAt } = invitation;
  const role = roleOf(invitation);
  const parts = [invitedBy ? `${invitedBy} invited you` : 'You were invited', organisation && `to ${organisation}`];
  return (
    <Text c="dimmed">
      {[...parts, role && `as ${role}`].filter(Boolean).join(' ')}. The invitation expires on <Moment at={expiresAt} />.
    </Text>
  );
}

function roleOf({ kind, role }: LinkInvitation_InvitationFragment): string | null {
  if (kind === 'ORGANISATION') return 'a vendor';
  return kind === 'EXTERNAL_USER' ? 'an external user' : role;
}
