import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { entUsr, id, inputId, invitationInput, mappingLocator, objectLocators, orgMapping, orgRef } from '../shapes.ts';

const must_resend = z
  .boolean()
  .optional()
  .describe(
    'extension: true if another organisation created the user after the invitation, which must then be resent before it can be accepted',
  );

export const externalUser = z.object({
  user: entUsr,
  home_org: orgRef.nullable().optional().describe("extension: the user's own organisation"),
  requester_id: id.nullable().optional().describe('extension: the user who sent the invitation'),
  activated: z.boolean().nullable().describe('null: pending; true: accepted; false: rejected'),
  must_resend,
  modules: orgMapping.shape.modules,
  created_at: z.string().describe('ISO 8601, UTC'),
  updated_at: z.string().describe('ISO 8601, UTC'),
});

/** The mapping of a user to an organisation. Without an organisation of the user, the vendor is null. */
export const userMapping = orgMapping
  .extend({ vendor_id: id.nullable(), vendor: orgRef.nullable(), must_resend })
  .register(objectLocators, mappingLocator);

/** External users: people of another organisation, or of none, with access to an organisation. */
export const externalUsersCalls = defineCalls({
  externalOrgInviteUser: {
    request: 'REST-15 POST /consoles/external_org_invite_user',
    event: 'users:inviteExternal',
    scope: 'users:write',
    description:
      "Invites an external user into the organisation `ext_org_id`. For an unknown email address, a user without role and organisation is created. The organisation's Organisers and higher roles are emailed.",
    when: 'a user invites an external user',
    body: z.object({ user: invitationInput, ext_org_id: inputId }),
    answer: z.object({}),
    failures: {
      CONFLICT: 'the user is already invited',
      INVALID: 'the email address belongs to that organisation',
    },
  },
  userMappingExists: {
    request: 'REST-30 POST /consoles/user_mapping_exists',
    kind: 'read',
    description:
      "Returns the mapping of a user to an organisation other than their own; null if there is none or it was rejected. The vendor is the user's organisation, or null if they have none.",
    when: 'before an external user is invited or accepted',
    body: z.object({
      ent_usr_id: inputId,
      mapped_org_id: inputId,
      rejected: z.boolean().optional().describe('extension: include a rejected mapping'),
    }),
    answer: z.object({ mapped_org: orgRef, mapping: userMapping.nullable() }),
    dataKeys: ['success', 'status'],
  },
  extOrgAccepctedPendingUserList: {
    request: 'REST-31 GET /consoles/ext_org_accepcted_pending_user_list',
    description: 'Lists the external users of another organisation.',
    when: "the external users of an organisation other than the caller's are shown",
    query: z.object({ ext_org_id: inputId }),
    answer: z.object({ accepted_pending_user_list: z.array(externalUser) }),
  },
  accepctedPendingUserList: {
    request: 'REST-32 GET /consoles/accepcted_pending_user_list',
    description: "Lists the external users of the caller's organisation.",
    when: "the external users of the caller's organisation are shown",
    answer: z.object({ accepted_pending_user_list: z.array(externalUser) }),
  },
});
