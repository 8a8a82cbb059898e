import { signInRulesCalls as calls } from '@console/contract/calls/sign-in-rules';
import type { FastifyInstance } from 'fastify';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { readSignInRules, updateSignInRules } from './sign-in-rules.ts';

/** What an organisation asks of the sign-ins of its users; extensions. */
export function signInRulesRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  if (!settings.extensions) return;

  route(app, calls.signInRules, { action: 'sso:view' }, async ({ caller, query }) => {
    const id = parseId(query.org_id);
    await authorizeExistingOrganisation(db, caller, 'sso:view', id);
    return { sign_in_rules: await readSignInRules(settings, db, caller, id) };
  });

  route(app, calls.updateSignInRules, { action: 'sso:activate' }, async ({ caller, body }) => ({
    sign_in_rules: await updateSignInRules(services, caller, body),
  }));
}
