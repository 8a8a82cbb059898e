import { z } from 'zod';
import type { Action } from '../access.ts';
import { defineExtensionCalls } from '../call.ts';
import { invitationListParameters, pageInfoFields } from '../list-parameters.ts';
import { lists } from '../lists.ts';
import { invitationPauseSeconds } from '../rules.ts';
import { anyId } from '../schema-shapes.ts';
import { entUsr, id, inputId } from '../shapes.ts';

const moment = z.string();

/** The kinds of invitations: a user of the organisation, another organisation, a user of another organisation. */
export const invitationKinds = Object.values(lists.invitations.filters.kinds.choices);
/** The states of an invitation. `Invalid`: the user has been created by another organisation since, and it must be sent again. */
export const invitationStates = Object.values(lists.invitations.filters.states.choices);

/** A kind of invitations. */
export type InvitationKind = (typeof invitationKinds)[number];

/** The actions that show the invitations of a kind. */
export const invitationViewActions = {
  user: 'users:view',
  organisation: 'mappings:view',
  external_user: 'users:view',
} as const satisfies Record<InvitationKind, Action>;

/** The actions that change the invitations of a kind: the same as for inviting. */
export const invitationChangeActions = {
  user: 'users:create',
  organisation: 'mappings:invite',
  external_user: 'users:inviteExternal',
} as const satisfies Record<InvitationKind, Action>;

export const invitationKind = z.enum(invitationKinds);
export const invitationState = z.enum(invitationStates);

/** An invitation. Its link is stored as a hash only. */
export const orgInvitation = z.object({
  id,
  kind: invitationKind.describe(
    '`user`: a user of the organisation; `organisation`: the organiser of an organisation that is not known yet; `external_user`: a user of another organisation or of none',
  ),
  email: z.string(),
  ent_org_id: id.describe('the inviting organisation'),
  ent_usr_id: id.describe('the invited user'),
  role: z.string().nullable().describe('`idStr` of the invited user’s role; null while there is none'),
  is_disabled: z.boolean().describe('whether the invited user is inactive'),
  is_org_disabled: z.boolean().describe('whether the inviting organisation is disabled'),
  requester: entUsr.nullable().describe('the user who invited last; null: the system, or a deleted user'),
  sent_at: moment.describe('when it was mailed last; ISO 8601, UTC'),
  expires_at: moment.nullable().describe('when the link expires; null while there is no link to expire'),
  state: invitationState.describe(
    'of the moment of the answer, and never stored. `Invalid`: another organisation has created the user since; it must be sent again before it can be accepted',
  ),
  failure: z
    .string()
    .nullable()
    .describe('only with the state `Failed`: what the mail server answered, or why it was not asked'),
  has_link: z.boolean().describe('whether the invited user gets a link, which can be copied'),
  is_mail_waiting: z.boolean().describe('whether its mail was not given to a mail server yet; none may be set'),
  is_unsent: z.boolean().optional().describe('whether its mail was given up, or waits while mails cannot be sent'),
});

const byId = z.object({ invitation_id: anyId });
const failures = {
  FORBIDDEN: 'the role may not invite this kind, or the role of the invited user is above the caller’s',
  NOT_FOUND: 'there is no such invitation, or it is of another organisation',
  CONFLICT: 'the invitation was accepted already',
};
const inactive = 'the organisation or the invited user is inactive';

/** The invitations of organisations; extensions. */
export const invitationsCalls = defineExtensionCalls('extensions', {
  invitations: {
    request: 'DESIGN-8 GET /consoles/ext/invitations',
    description:
      'A page of the invitations of an organisation, the last sent first. Those of organisations only for a role that sees mappings.',
    when: 'the list of invitations',
    query: z.object({ org_id: inputId, ...invitationListParameters }),
    answer: z.object({
      invitations: z.array(orgInvitation),
      total_count: z.int().describe('invitations that match search and filter'),
      ...pageInfoFields,
    }),
  },
  userInvitations: {
    request: 'DESIGN-8 GET /consoles/ext/user_invitations',
    description:
      'The invitations of users, as users or external users, that were not accepted yet and that the caller may see.',
    when: 'a page needs to know whether users were invited',
    query: z.object({ user_id: z.union([inputId, z.array(inputId).max(100)]).describe('at most 100, repeated') }),
    answer: z.object({ invitations: z.array(orgInvitation) }),
  },
  resendInvitation: {
    request: 'DESIGN-8 POST /consoles/ext/resend_invitation',
    event: 'invitations:resend',
    scope: 'users:write',
    description: `Mails an invitation again with a new link; the old link is dead. At most once in ${invitationPauseSeconds} s. A revoked, expired or invalid invitation is renewed; an invalid one of an organisation becomes a mapping request to the organisation that the user belongs to now.`,
    when: 'a user sends an invitation again',
    body: byId,
    answer: z.object({ invitation: orgInvitation }),
    needsAnswer: true,
    failures: {
      ...failures,
      INVALID: inactive,
      RATE_LIMITED: `it was sent less than ${invitationPauseSeconds} s ago, or too often to this email`,
    },
  },
  revokeInvitation: {
    request: 'DESIGN-8 POST /consoles/ext/revoke_invitation',
    event: 'invitations:revoke',
    scope: 'users:write',
    description:
      'Revokes an invitation: its link is dead, and no link to set a password is mailed to the user until they are invited again. A revoked invitation stays as it is.',
    when: 'a user revokes an invitation',
    body: byId,
    answer: z.object({ invitation: orgInvitation }),
    needsAnswer: true,
    failures,
  },
  copyInvitationLink: {
    request: 'DESIGN-8 POST /consoles/ext/copy_invitation_link',
    event: 'invitations:copyLink',
    scope: 'users:write',
    description: `Answers a new link of an invitation, once, without mailing it; the old link is dead, because links are stored as hashes only. At most once in ${invitationPauseSeconds} s. While another organisation has an invitation for the email, and for 7 days after, the link is only mailed.`,
    when: 'a user copies the link of an invitation',
    body: byId,
    answer: z.object({
      invitation: orgInvitation,
      link: z.string().nullable().describe('the link, in this answer only; null for a repeated `Idempotency-Key`'),
    }),
    needsAnswer: true,
    failures: {
      ...failures,
      CONFLICT: `${failures.CONFLICT}, or it has no link to copy`,
      INVALID: inactive,
      RATE_LIMITED: `a link was copied less than ${invitationPauseSeconds} s ago`,
    },
  },
});

/** Mails that do not leave; an extension. */
export const unsentEmailsCalls = defineExtensionCalls('extensions', {
  unsentEmails: {
    request: 'DESIGN-8 GET /consoles/ext/unsent_mails',
    description:
      'The mails of all organisations that could not be sent, or that wait for more than five minutes. None while the outbox of this machine takes them.',
    when: 'an Administrator opens a page, at most once a minute',
    answer: z.object({
      is_sending: z.boolean().describe('false where neither a mail server nor the outbox of this machine takes mails'),
      unsent_count: z.int(),
      unsent_since: moment.nullable().describe('when the oldest of them was written; ISO 8601, UTC'),
      failure: z
        .string()
        .nullable()
        .describe(
          'what the mail server answered last, as one line without links and passwords; null if it was not asked',
        ),
    }),
    failures: { FORBIDDEN: 'the caller is no Administrator' },
  },
});
