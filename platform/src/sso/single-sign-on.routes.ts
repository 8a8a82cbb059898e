import { confirmationsCalls } from '@console/contract/calls/confirmations';
import { securityCalls } from '@console/contract/calls/security';
import { signInRulesCalls } from '@console/contract/calls/sign-in-rules';
import { singleSignOnCalls } from '@console/contract/calls/single-sign-on';
import { singleSignOnTestCalls } from '@console/contract/calls/single-sign-on-test';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Services } from '../core/access/services.ts';
import { clientDevice } from '../core/base/client-device.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { settingRoute } from '../core/http/setting-route.ts';
import { completeSsoSignIn, continueSsoSignIn } from './complete-sso-sign-in.ts';
import { confirmWithProvider, startProviderConfirmation } from './confirm-with-provider.ts';
import { setSingleSignOn } from './set-single-sign-on.ts';
import { readSignInRules, shortenSessions } from './sign-in-rules.ts';
import { confirmSsoLink } from './sso-confirmation.ts';
import type { ResolveTxt } from './sso-domains.ts';
import { readSingleSignOn, redirectUrl } from './sso-settings.store.ts';
import { findSsoOfDomain, startSsoSignIn } from './start-sso-sign-in.ts';
import { completeSingleSignOnTest, startSingleSignOnTest } from './test-by-signing-in.ts';
import { testSingleSignOn } from './test-single-sign-on.ts';
import { unlinkProvider } from './unlink-provider.ts';
import { updateSingleSignOn } from './update-single-sign-on.ts';
import { verifySsoDomain } from './verify-sso-domain.ts';

export function singleSignOnRoutes(app: FastifyInstance, services: Services, resolveTxt?: ResolveTxt): void {
  const { db, settings } = services;
  if (!settings.extensions) return;
  const calls = singleSignOnCalls;
  const action = 'sso:activate';
  const deviceOf = (request: FastifyRequest) => clientDevice(request, settings.trustedGateways);

  route(app, calls.singleSignOn, { action: 'sso:view' }, async ({ caller, query }) => {
    const id = parseId(query.org_id);
    await authorizeExistingOrganisation(db, caller, 'sso:view', id);
    return {
      single_sign_on: await readSingleSignOn(db, settings, id),
      redirect_uri: redirectUrl(settings),
      sign_in_rules: await readSignInRules(settings, db, caller, id),
    };
  });

  route(app, calls.updateSingleSignOn, { action }, async ({ caller, body }) => ({
    single_sign_on: await updateSingleSignOn(services, caller, body),
  }));

  settingRoute(app, services, signInRulesCalls.updateSignInRules, {
    effect: shortenSessions,
    answer: async (trx, caller, id) => ({ signInRules: await readSignInRules(settings, trx, caller, id) }),
  });

  route(app, calls.verifySsoDomain, { action }, async ({ caller, body }) => {
    const given = {
      organisationId: parseId(body.org_id),
      domain: body.domain,
      withoutRecord: body.without_record === true,
    };
    return { single_sign_on: await verifySsoDomain(services, caller, given, resolveTxt) };
  });

  route(app, calls.testSingleSignOn, { action }, async ({ caller, body }) => ({
    single_sign_on: await testSingleSignOn(services, caller, parseId(body.org_id)),
  }));

  route(app, singleSignOnTestCalls.startSingleSignOnTest, { action }, async ({ caller, body }) => ({
    address: await startSingleSignOnTest(services, caller, parseId(body.org_id)),
  }));

  route(app, singleSignOnTestCalls.completeSingleSignOnTest, { action }, ({ caller, body }) =>
    completeSingleSignOnTest(services, caller, body),
  );

  route(app, calls.setSingleSignOn, { action }, async ({ caller, body }) => ({
    single_sign_on: await setSingleSignOn(services, caller, parseId(body.org_id), body),
  }));

  route(app, calls.singleSignOnOfDomain, {}, async ({ body }) => {
    const sso = await findSsoOfDomain(services, body.domain);
    return { available: sso !== undefined, required: sso !== undefined && sso.required_at !== null };
  });

  route(app, calls.startSingleSignOn, {}, ({ body, request }) =>
    startSsoSignIn(services, {
      email: body.email,
      address: deviceOf(request).address,
      selectsAccount: body.select_account === true,
    }),
  );

  route(app, calls.completeSingleSignOn, {}, ({ body, request }) =>
    completeSsoSignIn(services, { requestId: request.id, device: deviceOf(request) }, body),
  );

  route(app, calls.continueSingleSignOn, {}, ({ body, request }) =>
    continueSsoSignIn(services, { requestId: request.id, device: deviceOf(request) }, body),
  );

  route(app, calls.confirmSingleSignOn, {}, ({ body, request }) =>
    confirmSsoLink(services, { requestId: request.id, address: deviceOf(request).address }, body.token),
  );

  const { unlinkProvider: unlink } = securityCalls;
  route(app, unlink, { refusedAs: unlink.event }, ({ caller, body }) =>
    unlinkProvider(services, caller, parseId(body.user_id)),
  );

  route(app, confirmationsCalls.startSingleSignOnConfirmation, {}, async ({ caller }) => ({
    address: await startProviderConfirmation(services, caller),
  }));

  route(app, confirmationsCalls.completeSingleSignOnConfirmation, {}, async ({ caller, body }) => ({
    confirmedUntil: await confirmWithProvider(services, caller, body),
  }));
}
