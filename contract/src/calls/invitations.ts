import { z } from 'zod';
import type { Action } from '../access.ts';
import { defineExtensionCalls } from '../call.ts';
import { listParameters, pageInfoFields } from '../list-parameters.ts';
import { lists } from '../lists.ts';
import { invitationPauseSeconds } from '../rules.ts';
import { anyId } from '../schema-shapes.ts';
import { entUsr, id, inputId } from '../shapes.ts';

const moment = z.string();

/** The kinds of invitations: a user of the organisation, another organisation, a user of another organisation. */
export const invitationKinds = Object.values(lists.invitations.filters.kinds.choices);
/** The states of an invitation. `Invalid`: another organisation has created the user since, and the invitation must be sent again. */
const invitationStates = Object.values(lists.invitations.filters.states.choices);

export type InvitationKind = (typeof invitationKinds)[number];

/** The permission to see the invitations of each kind. */
export const invitationViewActions = {
  user: 'users:view',
  organisation: 'mappings:view',
  external_user: 'users:view',
} as const satisfies Record<InvitationKind, Action>;

/** The permission to change the invitations of each kind: the same as for inviting. */
export const invitationChangeActions = {
  user: 'users:create',
  organisation: 'mappings:invite',
  external_user: 'users:inviteExternal',
} as const satisfies Record<InvitationKind, Action>;

const invitationKind = z.enum(invitationKinds);
export const invitationState = z.enum(invitationStates);

/** An invitation. Only a hash of its link is stored. */
export const orgInvitation = z.object({
  id,
  kind: invitationKind.describe(
    '`user`: a user of the organisation; `organisation`: the organiser of an organisation that is not registered yet; `external_user`: a user of another organisation or of none',
  ),
  email: z.string(),
  name: z
    .string()
    .nullable()
    .optional()
    .describe('the name of the invited user; null while it is not known, and for other kinds than `user`'),
  ent_org_id: id.describe('the inviting organisation'),
  ent_usr_id: id.describe('the invited user'),
  role: z.string().nullable().describe('`idStr` of the invited user’s role; null while they have none'),
  is_disabled: z.boolean().describe('whether the invited user is inactive'),
  is_org_disabled: z.boolean().describe('whether the inviting organisation is disabled'),
  requester: entUsr
    .nullable()
    .describe('the user who sent the invitation last; null if the system sent it or the user was deleted'),
  sent_at: moment.describe('when the invitation was last emailed; ISO 8601, UTC'),
  link_copied_at: moment
    .nullable()
    .optional()
    .describe('when the current link was copied instead of emailed; null if it was emailed; ISO 8601, UTC'),
  expires_at: moment.nullable().describe('when the link expires; null while there is no link that can expire'),
  state: invitationState.describe(
    'calculated for this response and not stored. `Invalid`: another organisation created the user after the invitation was sent. It must be resent before it can be accepted',
  ),
  failure: z
    .string()
    .nullable()
    .describe('only in the state `Failed`: what the mail server returned, or why it was not contacted'),
  has_link: z
    .boolean()
    .describe(
      'whether the invited user gets a link that can be copied; not an external user, nor a user who has invitations of other organisations',
    ),
  is_mail_waiting: z.boolean().describe('whether its email is still queued, also if no mail server is set'),
  is_unsent: z
    .boolean()
    .optional()
    .describe(
      'whether sending its email was given up, or is delayed because emails cannot be sent, also without a mail server',
    ),
});

const byId = z.object({ invitation_id: anyId });
const failures = {
  FORBIDDEN: 'the role is not allowed to invite this kind, or the invited user’s role is above the caller’s',
  NOT_FOUND: 'there is no such invitation, or it belongs to another organisation',
  CONFLICT: 'the invitation was already accepted',
};
const inactive = 'the organisation or the invited user is inactive';

export const invitationsCalls = defineExtensionCalls('extensions', {
  invitations: {
    request: 'DESIGN-8 GET /consoles/ext/invitations',
    description:
      'Returns a page of the invitations of an organisation, the last sent first. Invitations of organisations are included only for a role that can see mappings.',
    when: 'the list of invitations opens',
    query: z.object({ org_id: inputId, ...listParameters(lists.invitations) }),
    answer: z.object({
      invitations: z.array(orgInvitation),
      total_count: z.int().describe('invitations that match the search and filter'),
      ...pageInfoFields,
    }),
  },
  userInvitations: {
    request: 'DESIGN-8 GET /consoles/ext/user_invitations',
    description:
      'Lists the invitations of given users, as users or external users, that are not accepted yet and that the caller can see.',
    when: 'a page needs to know whether users were invited',
    query: z.object({ user_id: z.union([inputId, z.array(inputId).max(100)]).describe('at most 100, repeated') }),
    answer: z.object({ invitations: z.array(orgInvitation) }),
  },
  resendInvitation: {
    request: 'DESIGN-8 POST /consoles/ext/resend_invitation',
    event: 'invitations:resend',
    scope: 'users:write',
    description: `Emails an invitation again with a new link; the previous link stops working. At most once in ${invitationPauseSeconds} s. A revoked, expired or invalid invitation is renewed. An invalid invitation of an organisation becomes a mapping request to the organisation that the user belongs to now.`,
    when: 'a user resends an invitation',
    body: byId,
    answer: z.object({ invitation: orgInvitation }),
    needsAnswer: true,
    failures: {
      ...failures,
      INVALID: inactive,
      RATE_LIMITED: `the invitation was sent less than ${invitationPauseSeconds} s ago, or too often to this email address`,
    },
  },
  revokeInvitation: {
    request: 'DESIGN-8 POST /consoles/ext/revoke_invitation',
    event: 'invitations:revoke',
    scope: 'users:write',
    description:
      'Revokes an invitation. Its link stops working, and no link to set a password is emailed to the user until they are invited again. Has no effect if the invitation is already revoked.',
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
    description: `Creates a new link for an invitation and returns it once, without emailing it. The previous link stops working, because only hashes of links are stored. At most once in ${invitationPauseSeconds} s. While another organisation has an invitation for the email address, and for 7 days after, the link can only be emailed.`,
    when: 'a user copies the link of an invitation',
    body: byId,
    answer: z.object({
      invitation: orgInvitation,
      link: z.string().nullable().describe('the link, in this response only; null for a repeated `Idempotency-Key`'),
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

export const unsentEmailsCalls = defineExtensionCalls('extensions', {
  unsentEmails: {
    request: 'DESIGN-8 GET /consoles/ext/unsent_mails',
    description:
      'Says whether there is a mail server. Counts the emails of all organisations that could not be sent or have been queued for more than five minutes. Only an Administrator gets the numbers, the failure and the outbox; for other roles they are 0 and null. Emails in the outbox are not counted.',
    when: 'a page opens that promises an email, at most once a minute',
    answer: z.object({
      is_sending: z.boolean().describe('false without a mail server'),
      outbox_url: z
        .string()
        .nullable()
        .optional()
        .describe(
          'where emails can be read on the machine of the platform while there is no mail server; null otherwise',
        ),
      unsent_count: z.int(),
      unsent_since: moment.nullable().describe('when the oldest of them was created; ISO 8601, UTC'),
      failure: z
        .string()
        .nullable()
        .describe(
          'the last response of the mail server, as one line without links and passwords; null if it was not contacted',
        ),
    }),
  },
});
