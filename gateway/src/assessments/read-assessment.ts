import { calls } from '@console/contract/calls/all';
import { incompleteResponse } from '../product-api/errors.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { toWireId } from '../product-api/shape.ts';
import { type AssessmentBody, assessmentOf } from './assessment.ts';

/** REST-55, without a permission check. */
export async function readAssessment(api: RequestCalls, id: string): Promise<AssessmentBody> {
  const call = calls.asmtDetail;
  const { asmt_detail } = await notFoundForInvalidId(api.call(call, { body: { asmt_id: toWireId(id) } }), id);
  const assessment = assessmentOf(asmt_detail);
  if (assessment === null) throw incompleteResponse(api.log, call, 'asmt_detail');
  return assessment;
}
