import { assessmentsCalls } from '@console/contract/calls/assessments';
import type { FastifyInstance } from 'fastify';
import { reachFor, reachOf, toId } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { notFound } from '../core/base/failure.ts';
import { versionOf } from '../core/http/list-version.ts';
import { extended, route } from '../core/http/route.ts';
import { assessmentsStore, toldOf } from './assessments.store.ts';
import { changeStatus } from './change-status.ts';
import { assessmentStatuses } from './statuses.ts';

/** Assessments and subscribed models of organisations. */
export function assessmentsRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const asmt_status_list = assessmentStatuses.map((label) => ({ id: label, label }));
  route(app, assessmentsCalls.asmtStatusList, {}, async () => ({ asmt_status_list }));

  const viewing = { action: 'assessments:view' } as const;
  route(app, assessmentsCalls.asmtDetail, viewing, async ({ caller, body: { asmt_id } }) => {
    const asmt_detail = await assessmentsStore(db, reachFor(caller, viewing.action)).find(toId(asmt_id));
    if (!asmt_detail) throw notFound();
    return { asmt_detail };
  });

  const details = assessmentsCalls.specificOrgDetails;
  const version = versionOf(services, details, ({ caller, body }) => {
    const id = toId(body.org_id);
    reachOf(caller, viewing.action, id);
    return toldOf(id);
  });
  route(app, details, { ...viewing, version }, async ({ caller, body: { org_id } }) => {
    const id = toId(org_id);
    const assessments = assessmentsStore(db, reachOf(caller, viewing.action, id));
    if (!(await assessments.hasOrganisation(id))) throw notFound();
    return { asmts: await assessments.list(id), subscribed_models: await assessments.models(id) };
  });

  const change = extended(assessmentsCalls.updateAsmtState, { expected_state: true }, settings.extensions);
  route(app, change, { action: 'assessments:changeStatus' }, async ({ caller, body: given, request }) => ({
    asmt: await changeStatus(services, caller, request.id, {
      assessmentId: toId(given.asmt_id),
      organisationId: toId(given.ent_org_id),
      state: given.state,
      expected: given.expected_state,
    }),
  }));
}
