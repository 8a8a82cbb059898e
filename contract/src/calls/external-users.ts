import { z } from 'zod';
import { defineCall } from '../call.ts';
import { entUsr, id, inputId, invitationInput, mappingLocator, objectLocators, orgMapping, orgRef } from '../shapes.ts';

/** An external user of an organisation. */
export const externalUser = z.object({
  user: entUsr,
  home_org: orgRef.nullable().optional().describe("extension: the user's own organisation"),
  requester_id: id.nullable().optional().describe('extension: the user who sent the invitation'),
  activated: z.boolean().nullable().describe('null: open; true: accepted; false: rejected'),
  created_at: z.string().describe('ISO 8601, UTC'),
  updated_at: z.string().describe('ISO 8601, UTC'),
});

/** The mapping of a user to an organisation; a user without an organisation has no vendor. */
export const userMapping = orgMapping
  .extend({ vendor_id: id.nullable(), vendor: orgRef.nullable() })
  .register(objectLocators, mappingLocator);

/** External users: people of another organisation, or of none, who work in an organisation. */
export const externalUsersCalls = {
  externalOrgInviteUser: defineCall({
    name: 'externalOrgInviteUser',
    item: 'REST-15',
    method: 'POST',
    path: '/consoles/external_org_invite_user',
    kind: 'write',
    access: 'user',
    description:
      "Invites an external user into the organisation `ext_org_id`. An unknown email gets a user without role and organisation. The organisation's Organisers and higher roles get a mail.",
    when: 'a user invites an external user',
    body: z.object({ user: invitationInput, ext_org_id: inputId }),
    answer: z.object({}),
    failures: {
      CONFLICT: 'the user is invited already',
      INVALID: 'the email is of that organisation',
    },
  }),
  userMappingExists: defineCall({
    name: 'userMappingExists',
    item: 'REST-30',
    method: 'POST',
    path: '/consoles/user_mapping_exists',
    kind: 'read',
    access: 'user',
    description:
      "The mapping of a user to an organisation that is not the user's own; null for none and for a rejected one. The vendor is the user's organisation, null where there is none.",
    when: 'before an external user is invited or accepted',
    body: z.object({
      ent_usr_id: inputId,
      mapped_org_id: inputId,
      rejected: z.boolean().optional().describe('extension: also a rejected one'),
    }),
    answer: z.object({ mapped_org: orgRef, mapping: userMapping.nullable() }),
    dataKeys: ['success', 'status'],
  }),
  extOrgAccepctedPendingUserList: defineCall({
    name: 'extOrgAccepctedPendingUserList',
    item: 'REST-31',
    method: 'GET',
    path: '/consoles/ext_org_accepcted_pending_user_list',
    kind: 'read',
    access: 'user',
    description: 'The external users of another organisation.',
    when: "the external users of an organisation that is not the caller's",
    query: z.object({ ext_org_id: inputId }),
    answer: z.object({ accepted_pending_user_list: z.array(externalUser) }),
  }),
  accepctedPendingUserList: defineCall({
    name: 'accepctedPendingUserList',
    item: 'REST-32',
    method: 'GET',
    path: '/consoles/accepcted_pending_user_list',
    kind: 'read',
    access: 'user',
    description: "The external users of the caller's organisation.",
    when: "the external users of the caller's organisation",
    answer: z.object({ accepted_pending_user_list: z.array(externalUser) }),
  }),
};
