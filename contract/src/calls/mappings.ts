import { z } from 'zod';
import { defineCall } from '../call.ts';
import { entUsr, id, idIn, mappingSpelling, orgMapping, orgRef, spellings } from '../shapes.ts';

const mappings = z.array(orgMapping);
const userMapping = z.object({
  user: entUsr,
  home_org: orgRef.nullable().optional().describe('extension'),
  activated: z.boolean().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

const aboutUser = orgMapping
  .extend({ vendor_id: id.nullable(), vendor: orgRef.nullable() })
  .register(spellings, mappingSpelling);

/** Relationships between organisations, and external users. */
export const mappingsCalls = {
  /** The living mapping between two organisations, whichever is the vendor; null for none and for a rejected one (CHECKLIST OPEN-43). */
  mappingExists: defineCall({
    name: 'mappingExists',
    item: 'REST-29',
    method: 'POST',
    path: '/consoles/mapping_exists',
    kind: 'read',
    access: 'user',
    body: z.object({ vendor_id: idIn, customer_id: idIn }),
    answer: z.object({ vendor: orgRef, customer: orgRef, mapping: orgMapping.nullable() }),
    dataKeys: ['success', 'status'],
  }),
  /** The mapping of a user to an organisation that is not theirs, if there is one and it was not rejected: vendor is the user's home organisation (null for a stub), customer the mapped one. */
  userMappingExists: defineCall({
    name: 'userMappingExists',
    item: 'REST-30',
    method: 'POST',
    path: '/consoles/user_mapping_exists',
    kind: 'read',
    access: 'user',
    body: z.object({ ent_usr_id: idIn, mapped_org_id: idIn }),
    answer: z.object({ mapped_org: orgRef, mapping: aboutUser.nullable() }),
    dataKeys: ['success', 'status'],
  }),
  /** The external users of another organisation. */
  extOrgAccepctedPendingUserList: defineCall({
    name: 'extOrgAccepctedPendingUserList',
    item: 'REST-31',
    method: 'GET',
    path: '/consoles/ext_org_accepcted_pending_user_list',
    kind: 'read',
    access: 'user',
    query: z.object({ ext_org_id: idIn }),
    answer: z.object({ accepted_pending_user_list: z.array(userMapping) }),
  }),
  /** The external users of the caller's organisation. */
  accepctedPendingUserList: defineCall({
    name: 'accepctedPendingUserList',
    item: 'REST-32',
    method: 'GET',
    path: '/consoles/accepcted_pending_user_list',
    kind: 'read',
    access: 'user',
    answer: z.object({ accepted_pending_user_list: z.array(userMapping) }),
  }),
  /** The accepted mappings of the caller's organisation. */
  accepctedOrgList: defineCall({
    name: 'accepctedOrgList',
    item: 'REST-33',
    method: 'GET',
    path: '/consoles/accepcted_org_list',
    kind: 'read',
    access: 'user',
    answer: z.object({ accepted_org_list: mappings }),
  }),
  /** The mapping requests of the caller's organisation: undecided ones, and rejected ones that it made itself. */
  pendingOrgList: defineCall({
    name: 'pendingOrgList',
    item: 'REST-34',
    method: 'GET',
    path: '/consoles/pending_org_list',
    kind: 'read',
    access: 'user',
    answer: z.object({ pending_org_list: mappings }),
  }),
  /** The mappings and mapping requests of one organisation. */
  specificPenAccOrgList: defineCall({
    name: 'specificPenAccOrgList',
    item: 'REST-35',
    method: 'GET',
    path: '/consoles/specific_pen_acc_org_list',
    kind: 'read',
    access: 'user',
    query: z.object({ org_id: idIn }),
    answer: z.object({ accepted_org_list: mappings, pending_org_list: mappings }),
  }),
  /**
   * Accepts or rejects a mapping request, of an organisation or of a user. An organisation's is the one of exactly these two whose mapped user or requester
   * is `user_id`; a user's, the one of `user_id` to the customer, where the vendor is their home organisation or the customer once more (always so for a
   * stub). Where both fit, the undecided one is meant, the organisation's before the user's, but not for callers of the organisation that asked for it; with
   * the customer as vendor too it is the user's for everybody. 403 for the side that asked, 404 for a pair that the caller may not see, 409 CONFLICT when it
   * was answered already, or to accept one with a disabled party. For a stub the answer's vendor is the customer.
   */
  activateDeactivate: defineCall({
    name: 'activateDeactivate',
    item: 'REST-36',
    method: 'POST',
    path: '/consoles/activate_deactivate',
    kind: 'write',
    access: 'user',
    body: z.object({ user_id: idIn, vendor_id: idIn, customer_id: idIn, activated: z.boolean() }),
    answer: z.object({ mapping: orgMapping }),
    dataKeys: ['status'],
  }),
};
