import { calls } from '@console/contract/calls/all';
import { notFoundError } from '../base/errors.ts';
import { authorize } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkRequired } from '../core/input-checks.ts';
import type { MutationChangeAssessmentStatusArgs } from '../generated/resolvers-types.ts';
import { notFoundForInvalidId, rethrowWithInputNames } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, toWireId } from '../product-api/shape.ts';
import { sendForExpectedState } from '../specified/assessments.ts';
import { type AssessmentResult, assessmentIfComplete, assessmentStatusOf } from './assessment.ts';
import { readAssessments } from './organisation-details.ts';
import { readAssessment } from './read-assessment.ts';

const names = { asmt_id: 'id', ent_org_id: 'organisationId', state: 'status', expected_state: 'expectedStatus' };

/** REST-55, then REST-56. */
export async function changeAssessmentStatus(
  context: Context,
  args: MutationChangeAssessmentStatusArgs,
): Promise<AssessmentResult> {
  const { api } = context;
  const id = String(args.id).trim();
  const organisationId = String(args.organisationId).trim();
  await authorize(api, 'assessments:changeStatus', organisationId);
  assertValid(checkRequired('status', args.status));
  const readState = async () =>
    assessmentStatusOf(await notFoundForInvalidId(findAssessment(api, organisationId, id), organisationId));
  const send = (extra: { expected_state?: string }) => {
    const body = { asmt_id: toWireId(id), ent_org_id: toWireId(organisationId), state: args.status, ...extra };
    const sent = notFoundForInvalidId(api.call(calls.updateAsmtState, { body }), id, organisationId);
    return rethrowWithInputNames(names, sent);
  };
  const expected = args.expectedStatus ?? null;
  const { asmt } = await sendForExpectedState(context, { id, expected }, readState, send);
  const whole = assessmentIfComplete(asmt, id);
  return { organisationId, assessment: async () => whole ?? readAssessment(api, id) };
}

/** REST-55: an assessment of this organisation; NOT_FOUND for any other. */
async function findAssessment(api: RequestCalls, organisationId: string, id: string) {
  const assessment = (await readAssessments(api, organisationId)).find((row) => idOf(row.id) === id);
  if (!assessment) throw notFoundError();
  return assessment;
}
