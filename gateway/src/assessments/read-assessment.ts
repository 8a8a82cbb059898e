import { calls } from '@console/contract/calls/all';
import { ApiFailure } from '../product-api/errors.ts';
import { unlessNoId } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOut, objectOf } from '../product-api/shape.ts';
import { type AssessmentBody, assessmentOf } from './assessment.ts';

/** REST-55. Who may see it is asked elsewhere. */
export async function readAssessment(api: RequestCalls, id: string): Promise<AssessmentBody> {
  const call = calls.asmtDetail;
  const body = await unlessNoId(api.call(call, { body: { asmt_id: idOut(id) } }), id);
  const assessment = assessmentOf(objectOf(body, 'asmt_detail', 'asmt'));
  if (assessment) return assessment;
  throw new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE', {
    message: `The product API's answer to ${call.path} has no assessment`,
  });
}
