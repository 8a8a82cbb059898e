import { organisation, viewer } from './responses.ts';
import type { Answer } from './script.ts';

/** An invitation as the gateway returns it. */
export const invitationOf = (id: string, more: object = {}) => ({
  __typename: 'Invitation',
  id,
  kind: 'USER',
  email: `invited${id}@demo.example`,
  name: null as string | null,
  organisationId: organisation.id,
  userId: `10${id}`,
  invitedBy: { __typename: 'User', id: '1', fullName: 'Ada Admin' },
  sentAt: '2026-11-20T09:30:00.000Z',
  linkCopiedAt: null,
  expiresAt: '2026-11-27T09:30:00.000Z',
  state: 'PENDING',
  failure: null,
  isEmailQueued: false,
  isUnsent: false,
  viewerCanResend: true,
  viewerCanCopyLink: true,
  viewerCanRevoke: true,
  ...more,
});

/** A list of invitations; null without extensions. */
export const invitationsIn = (nodes: object[] | null) =>
  nodes && { __typename: 'InvitationConnection', totalCount: nodes.length, nodes };

/** The response to the list of invitations. */
export const invitationList = (nodes: object[] | null): Answer => ({
  data: {
    viewer,
    organisation: {
      __typename: 'Organisation',
      id: organisation.id,
      invitations: invitationsIn(nodes),
    },
  },
});

/** The invitation of a link as the gateway returns it. */
export const linkInvitationOf = (more: object = {}) => ({
  __typename: 'LinkInvitation',
  kind: 'USER',
  invitedBy: 'Ada Admin',
  organisation: 'Demo',
  role: 'Assessor',
  expiresAt: '2026-11-27T09:30:00.000Z',
  ...more,
});
