import { z } from 'zod';
import { defineCall } from '../call.ts';
import { entUsr, idIn, orgMapping, orgRef } from '../shapes.ts';

const mappings = z.array(orgMapping);
const userMapping = z.object({
  user: entUsr,
  activated: z.boolean().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** Relationships between organisations, and external users. */
export const mappingsCalls = {
  /** The mapping between two organisations, if there is one. */
  mappingExists: defineCall({
    name: 'mappingExists',
    item: 'REST-29',
    method: 'POST',
    path: '/consoles/mapping_exists',
    kind: 'read',
    access: 'user',
    body: z.object({ vendor_id: idIn, customer_id: idIn }),
    answer: z.object({ vendor: orgRef, customer: orgRef, mapping: orgMapping.nullable() }),
  }),
  /** The mapping of a user to an organisation that is not theirs, if there is one. */
  userMappingExists: defineCall({
    name: 'userMappingExists',
    item: 'REST-30',
    method: 'POST',
    path: '/consoles/user_mapping_exists',
    kind: 'read',
    access: 'user',
    body: z.object({ ent_usr_id: idIn, mapped_org_id: idIn }),
    answer: z.object({ mapped_org: orgRef, mapping: orgMapping.nullable() }),
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
  /** The mapping requests of the caller's organisation. */
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
  /** Accepts or rejects a mapping request. */
  activateDeactivate: defineCall({
    name: 'activateDeactivate',
    item: 'REST-36',
    method: 'POST',
    path: '/consoles/activate_deactivate',
    kind: 'write',
    access: 'user',
    body: z.object({ user_id: idIn, vendor_id: idIn, customer_id: idIn, activated: z.boolean() }),
    answer: z.object({ mapping: orgMapping }),
  }),
};
