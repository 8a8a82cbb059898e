import { ssoCalls } from '@console/contract/calls/sso';
import { secretMask } from '@console/contract/rules';
import type { FastifyInstance } from 'fastify';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { ssoInput } from './sso-form.ts';
import { ssoCipher } from './sso-secrets.ts';
import { updateSso } from './update-sso.ts';

/** Settings of single sign-on (ADFS). The secret is never returned. */
export function ssoRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  const cipher = ssoCipher(settings.secrets);

  route(app, ssoCalls.getSso, { action: 'sso:view' }, async ({ caller, query }) => {
    const id = parseId(query.org_id);
    authorizeOrganisation(caller, 'sso:view', id);
    const row = await db
      .selectFrom('ent_org')
      .leftJoin('sso', 'sso.ent_org_id', 'ent_org.id')
      .select(['sso.client_id', 'sso.tenant_id'])
      .where('ent_org.id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound();
    const { client_id, tenant_id } = row;
    return { sso: client_id && tenant_id ? { client_id, tenant_id, client_secret: secretMask } : null };
  });

  const save = { ...ssoCalls.updateAdfs, body: ssoInput };
  route(app, save, { action: 'sso:edit' }, async ({ caller, body: { adfs } }) => {
    const { client_id, tenant_id } = await updateSso(services, cipher, caller, adfs);
    return { sso: { client_id, tenant_id, client_secret: secretMask } };
  });
}
