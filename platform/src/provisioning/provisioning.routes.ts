import { provisioningCalls as calls } from '@console/contract/calls/provisioning';
import type { FastifyInstance } from 'fastify';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import {
  acknowledgeEmailDomain,
  resumeProviderDeactivations,
  setProvisioning,
  updateProvisioning,
} from './change-provisioning.ts';
import { readProvisioning } from './provisioning.store.ts';

export function provisioningRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;
  const action = 'scim:edit';

  route(app, calls.provisioning, { action: 'scim:view' }, async ({ caller, query }) => {
    const id = parseId(query.organisationId);
    await authorizeExistingOrganisation(db, caller, 'scim:view', id);
    return { provisioning: await readProvisioning(db, id, { settings, now: clock() }) };
  });

  route(app, calls.updateProvisioning, { action }, async ({ caller, body }) => ({
    provisioning: await updateProvisioning(services, caller, body),
  }));

  route(app, calls.setProvisioning, { action, refusedAs: 'scim:switch' }, async ({ caller, body }) => ({
    provisioning: await setProvisioning(services, caller, body),
  }));

  const acknowledging = { action, refusedAs: 'scim:acknowledgeDomain' } as const;
  route(app, calls.acknowledgeEmailDomain, acknowledging, async ({ caller, body }) => ({
    provisioning: await acknowledgeEmailDomain(services, caller, parseId(body.organisationId), body.domain),
  }));

  const confirming = { action, refusedAs: 'scim:confirmDeactivations' } as const;
  route(app, calls.resumeProviderDeactivations, confirming, async ({ caller, body }) => ({
    provisioning: await resumeProviderDeactivations(services, caller, parseId(body.organisationId)),
  }));
}
