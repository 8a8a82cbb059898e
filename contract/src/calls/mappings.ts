import { z } from 'zod';
import { defineCall } from '../call.ts';
import { inputId, orgMapping, orgRef } from '../shapes.ts';

const mappings = z.array(orgMapping);

const rejected = z.enum(['true']).optional().describe('extension: also the requests that the organisation rejected');

/** Relationships between organisations. REST-36 also answers the request of an external user. */
export const mappingsCalls = {
  mappingExists: defineCall({
    name: 'mappingExists',
    item: 'REST-29',
    method: 'POST',
    path: '/consoles/mapping_exists',
    kind: 'read',
    access: 'user',
    description:
      'The mapping or open request between two organisations, whichever is the vendor; null for none and for a rejected one.',
    when: 'before an organisation is invited',
    body: z.object({ vendor_id: inputId, customer_id: inputId }),
    answer: z.object({ vendor: orgRef, customer: orgRef, mapping: orgMapping.nullable() }),
    dataKeys: ['success', 'status'],
  }),
  accepctedOrgList: defineCall({
    name: 'accepctedOrgList',
    item: 'REST-33',
    method: 'GET',
    path: '/consoles/accepcted_org_list',
    kind: 'read',
    access: 'user',
    description: "The accepted mappings of the caller's organisation.",
    when: "the mappings of the caller's organisation",
    answer: z.object({ accepted_org_list: mappings }),
  }),
  pendingOrgList: defineCall({
    name: 'pendingOrgList',
    item: 'REST-34',
    method: 'GET',
    path: '/consoles/pending_org_list',
    kind: 'read',
    access: 'user',
    description: "The mapping requests of the caller's organisation: open ones, and rejected ones that it made itself.",
    when: "the mappings of the caller's organisation",
    query: z.object({ rejected }),
    answer: z.object({ pending_org_list: mappings }),
  }),
  specificPenAccOrgList: defineCall({
    name: 'specificPenAccOrgList',
    item: 'REST-35',
    method: 'GET',
    path: '/consoles/specific_pen_acc_org_list',
    kind: 'read',
    access: 'user',
    description: 'The mappings and mapping requests of one organisation.',
    when: "the mappings of an organisation that is not the caller's",
    query: z.object({ org_id: inputId, rejected }),
    answer: z.object({ accepted_org_list: mappings, pending_org_list: mappings }),
  }),
  activateDeactivate: defineCall({
    name: 'activateDeactivate',
    item: 'REST-36',
    method: 'POST',
    path: '/consoles/activate_deactivate',
    kind: 'write',
    access: 'user',
    description:
      "Accepts or rejects a mapping request of an organisation or of a user. The request of an organisation is the one between exactly these two that has `user_id` as mapped user or requester; that of a user is the one of `user_id` to the customer, where the vendor is the user's organisation, or the customer once more (always so for a user without organisation). Where both fit, the open one is meant, the organisation's before the user's. A repetition changes nothing and returns the current state.",
    when: 'a mapping request is accepted or rejected',
    body: z.object({ user_id: inputId, vendor_id: inputId, customer_id: inputId, activated: z.boolean() }),
    answer: z.object({ mapping: orgMapping }),
    dataKeys: ['status'],
    failures: {
      FORBIDDEN: 'the caller is of the side that made the request, or accepts what they requested themselves',
      NOT_FOUND: 'there is no such request, or the caller may not see it',
      CONFLICT: 'the request was answered differently before, or one of the parties is disabled',
    },
  }),
};
