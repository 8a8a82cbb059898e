import { signInRulesCalls as calls } from '@console/contract/calls/sign-in-rules';
import type { FastifyInstance } from 'fastify';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { signInRulesOf, updateSignInRules } from './sign-in-rules.ts';

/** What an organisation asks of the sign-ins of its users; extensions. */
export function signInRulesRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  if (!settings.extensions) return;

  route(app, calls.signInRules, { action: 'sso:view' }, async ({ caller, query }) => {
    const id = parseId(query.org_id);
    await authorizeExistingOrganisation(db, caller, 'sso:view', id);
    const rules = await db
      .selectFrom('ent_org')
      .select('session_minutes')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { sign_in_rules: signInRulesOf(settings, rules) };
  });

  route(app, calls.updateSignInRules, { action: 'sso:activate' }, async ({ caller, body }) => ({
    sign_in_rules: await updateSignInRules(services, caller, body),
  }));
}
