import { z } from 'zod';
import { defineCall } from '../call.ts';
import { asmt, idIn, option } from '../shapes.ts';

/** Assessments and subscribed models. */
export const assessmentsCalls = {
  /** The statuses that an assessment may have. */
  asmtStatusList: defineCall({
    name: 'asmtStatusList',
    item: 'REST-54',
    method: 'GET',
    path: '/consoles/asmt_status_list',
    kind: 'read',
    access: 'user',
    answer: z.object({ asmt_status_list: z.array(option) }),
  }),
  /** One assessment. */
  asmtDetail: defineCall({
    name: 'asmtDetail',
    item: 'REST-55',
    method: 'POST',
    path: '/consoles/asmt_detail',
    kind: 'read',
    access: 'user',
    body: z.object({ asmt_id: idIn }),
    answer: z.object({ asmt_detail: asmt }),
    absentCode: 'NOT_FOUND',
  }),
  /** Changes the status of an assessment. 422 for an unknown one, 409 CONFLICT when it is no longer `expected_state`. */
  updateAsmtState: defineCall({
    name: 'updateAsmtState',
    item: 'REST-56',
    method: 'POST',
    path: '/consoles/update_asmt_state',
    kind: 'write',
    access: 'user',
    body: z.object({
      asmt_id: idIn,
      ent_org_id: idIn,
      state: z.string(),
      expected_state: z.string().optional().describe('extension'),
    }),
    answer: z.object({ asmt }),
  }),
  /** The assessments and subscribed models of an organisation. */
  specificOrgDetails: defineCall({
    name: 'specificOrgDetails',
    item: 'REST-57',
    method: 'POST',
    path: '/consoles/specific_org_details',
    kind: 'read',
    access: 'user',
    body: z.object({ org_id: idIn }),
    answer: z.object({
      asmts: z.array(asmt),
      subscribed_models: z.array(z.object({ title: z.string(), created_at: z.string() })),
    }),
  }),
};
