import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { inputId, orgMapping, orgRef, reasonInput } from '../shapes.ts';

const mappings = z.array(orgMapping);

const rejected = z.enum(['true']).optional().describe('extension: also the requests that the organisation rejected');

/** Relationships between organisations. REST-36 also answers the request of an external user. */
export const mappingsCalls = defineCalls({
  mappingExists: {
    request: 'REST-29 POST /consoles/mapping_exists',
    kind: 'read',
    description:
      'The mapping or open request between two organisations, whichever is the vendor; null for none and for a rejected one.',
    when: 'before an organisation is invited',
    body: z.object({ vendor_id: inputId, customer_id: inputId }),
    answer: z.object({ vendor: orgRef, customer: orgRef, mapping: orgMapping.nullable() }),
    dataKeys: ['success', 'status'],
  },
  accepctedOrgList: {
    request: 'REST-33 GET /consoles/accepcted_org_list',
    description: "The accepted mappings of the caller's organisation.",
    when: "the mappings of the caller's organisation",
    answer: z.object({ accepted_org_list: mappings }),
  },
  pendingOrgList: {
    request: 'REST-34 GET /consoles/pending_org_list',
    description: "The mapping requests of the caller's organisation: open ones, and rejected ones that it made itself.",
    when: "the mappings of the caller's organisation",
    query: z.object({ rejected }),
    answer: z.object({ pending_org_list: mappings }),
  },
  specificPenAccOrgList: {
    request: 'REST-35 GET /consoles/specific_pen_acc_org_list',
    description: 'The mappings and mapping requests of one organisation.',
    when: "the mappings of an organisation that is not the caller's",
    query: z.object({ org_id: inputId, rejected }),
    answer: z.object({ accepted_org_list: mappings, pending_org_list: mappings }),
  },
  activateDeactivate: {
    request: 'REST-36 POST /consoles/activate_deactivate',
    event: 'mappings:answer',
    scope: 'mappings:write',
    description:
      "Accepts or rejects a mapping request of an organisation or of a user. The request of an organisation is the one between exactly these two that has `user_id` as mapped user or requester; that of a user is the one of `user_id` to the customer, where the vendor is the user's organisation, or the customer once more (always so for a user without organisation). Where both fit, the open one is meant, the organisation's before the user's. A repetition changes nothing and returns the current state.",
    when: 'a mapping request is accepted or rejected',
    body: z.object({
      user_id: inputId,
      vendor_id: inputId,
      customer_id: inputId,
      activated: z.boolean(),
      reason: reasonInput.describe('extension: why it is rejected'),
    }),
    answer: z.object({ mapping: orgMapping }),
    dataKeys: ['status'],
    failures: {
      FORBIDDEN: 'the caller is of the side that made the request, or accepts what they requested themselves',
      NOT_FOUND: 'there is no such request, or the caller may not see it',
      CONFLICT: 'the request was answered differently before, or one of the parties is disabled',
    },
  },
});
