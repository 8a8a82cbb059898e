import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { inputId, orgMapping, orgRef, reasonInput } from '../shapes.ts';

const mappings = z.array(orgMapping);

const rejected = z.enum(['true']).optional().describe('extension: include requests that the organisation rejected');

/** Relationships between organisations. REST-36 also accepts and rejects the request of an external user. */
export const mappingsCalls = defineCalls({
  mappingExists: {
    request: 'REST-29 POST /consoles/mapping_exists',
    kind: 'read',
    description:
      'Returns the mapping or pending request between two organisations, whichever is the vendor; null if there is none or it was rejected.',
    when: 'before an organisation is invited',
    body: z.object({ vendor_id: inputId, customer_id: inputId }),
    answer: z.object({ vendor: orgRef, customer: orgRef, mapping: orgMapping.nullable() }),
    dataKeys: ['success', 'status'],
  },
  accepctedOrgList: {
    request: 'REST-33 GET /consoles/accepcted_org_list',
    description: "Lists the accepted mappings of the caller's organisation.",
    when: "the mappings of the caller's organisation are shown",
    answer: z.object({ accepted_org_list: mappings }),
  },
  pendingOrgList: {
    request: 'REST-34 GET /consoles/pending_org_list',
    description:
      "Lists the mapping requests of the caller's organisation: pending ones, and rejected ones that it sent itself.",
    when: "the mappings of the caller's organisation are shown",
    query: z.object({ rejected }),
    answer: z.object({ pending_org_list: mappings }),
  },
  specificPenAccOrgList: {
    request: 'REST-35 GET /consoles/specific_pen_acc_org_list',
    description: 'Lists the mappings and mapping requests of one organisation.',
    when: "the mappings of an organisation other than the caller's are shown",
    query: z.object({ org_id: inputId, rejected }),
    answer: z.object({ accepted_org_list: mappings, pending_org_list: mappings }),
  },
  activateDeactivate: {
    request: 'REST-36 POST /consoles/activate_deactivate',
    event: 'mappings:answer',
    scope: 'mappings:write',
    description:
      "Accepts a mapping request of an organisation or of a user, or rejects it. An organisation's request is the one between exactly these two organisations that has `user_id` as mapped user or requester. A user's request is the one of `user_id` to the customer. Its vendor is the user's organisation, or the customer itself, as always for a user without an organisation. If both match, the pending one is used, the organisation's before the user's. Repeating the call changes nothing and returns the current state.",
    when: 'a user accepts a mapping request, or rejects it',
    body: z.object({
      user_id: inputId,
      vendor_id: inputId,
      customer_id: inputId,
      activated: z.boolean(),
      reason: reasonInput.describe('extension: why the request is rejected'),
    }),
    answer: z.object({ mapping: orgMapping }),
    dataKeys: ['status'],
    failures: {
      FORBIDDEN: 'the caller is on the side that sent the request, or is accepting their own request',
      NOT_FOUND: 'there is no such request, or the caller cannot see it',
      CONFLICT: 'the request was already decided the other way, or one of the parties is disabled',
    },
  },
});
