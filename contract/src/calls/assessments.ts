import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { asmt, inputId, option } from '../shapes.ts';

export const subscribedModel = z.object({ title: z.string(), created_at: z.string().describe('ISO 8601, UTC') });

export const assessmentsCalls = defineCalls({
  asmtStatusList: {
    request: 'REST-54 GET /consoles/asmt_status_list',
    description: 'Lists the statuses that an assessment can have.',
    when: 'the status of an assessment is changed',
    answer: z.object({ asmt_status_list: z.array(option) }),
  },
  asmtDetail: {
    request: 'REST-55 POST /consoles/asmt_detail',
    kind: 'read',
    description: 'Returns one assessment.',
    when: "an assessment's page opens",
    body: z.object({ asmt_id: inputId }),
    answer: z.object({ asmt_detail: asmt }),
    absentCode: 'NOT_FOUND',
    failures: {
      NOT_FOUND: 'the id is unknown, or the caller cannot see the assessment',
    },
  },
  updateAsmtState: {
    request: 'REST-56 POST /consoles/update_asmt_state',
    event: 'assessments:changeStatus',
    scope: 'assessments:write',
    description: 'Changes the status of an assessment.',
    when: 'the status of an assessment is changed',
    body: z.object({
      asmt_id: inputId,
      ent_org_id: inputId,
      state: z.string().describe('id of an entry of `asmt_status_list`'),
      expected_state: z
        .string()
        .optional()
        .describe('extension: the state that the caller last read; 409 if the assessment now has another one'),
    }),
    sample: { asmt_id: '{assessmentId}', ent_org_id: '{organisationId}', state: 'On Hold' },
    answer: z.object({ asmt }),
    failures: {
      INVALID: 'the status is not in the list',
      CONFLICT: 'the status is not `expected_state` (extension)',
    },
  },
  specificOrgDetails: {
    request: 'REST-57 POST /consoles/specific_org_details',
    kind: 'read',
    description: 'Lists the assessments and the subscribed models of an organisation.',
    when: 'the assessments and models tabs open',
    body: z.object({ org_id: inputId }),
    answer: z.object({
      asmts: z.array(asmt),
      subscribed_models: z.array(subscribedModel),
    }),
  },
});
