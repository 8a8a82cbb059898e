import { assessmentsCalls } from '@console/contract/calls/assessments';
import type { FastifyInstance } from 'fastify';
import { allowedOrganisations, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { omitExtensionUnless, route } from '../core/http/route.ts';
import { assessmentsStore } from './assessments.store.ts';
import { changeAssessmentStatus } from './change-status.ts';
import { assessmentStatuses } from './statuses.ts';

export function assessmentsRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const asmt_status_list = assessmentStatuses.map((label) => ({ id: label, label }));
  route(app, assessmentsCalls.asmtStatusList, {}, async () => ({ asmt_status_list }));

  const viewing = { action: 'assessments:view' } as const;
  route(app, assessmentsCalls.asmtDetail, viewing, async ({ caller, body: { asmt_id } }) => {
    const asmt_detail = await assessmentsStore(db, allowedOrganisations(caller, viewing.action)).find(parseId(asmt_id));
    if (!asmt_detail) throw notFound();
    return { asmt_detail };
  });

  route(app, assessmentsCalls.specificOrgDetails, viewing, async ({ caller, body: { org_id } }) => {
    const id = parseId(org_id);
    const assessments = assessmentsStore(db, authorizeOrganisation(caller, viewing.action, id));
    if (!(await assessments.hasOrganisation(id))) throw notFound();
    return { asmts: await assessments.list(id), subscribed_models: await assessments.models(id) };
  });

  const change = omitExtensionUnless(assessmentsCalls.updateAsmtState, { expected_state: true }, settings.extensions);
  route(app, change, { action: 'assessments:changeStatus' }, async ({ caller, body: given }) => ({
    asmt: await changeAssessmentStatus(services, caller, {
      assessmentId: parseId(given.asmt_id),
      organisationId: parseId(given.ent_org_id),
      state: given.state,
      expected: given.expected_state,
    }),
  }));
}
