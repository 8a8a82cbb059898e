import { accountCalls } from '@console/contract/calls/account';
import { organisationsCalls } from '@console/contract/calls/organisations';
import { suiteModules } from '@console/contract/modules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { lockCaller } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import { recordReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { clientAddress } from '../core/base/client-address.ts';
import { notFound } from '../core/base/failure.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, toUserResponse } from '../core/database/user-response.ts';
import { readIdempotencyKey } from '../core/http/idempotency.ts';
import { route } from '../core/http/route.ts';
import { limitTokenAttempts } from '../invitations/token-attempts.ts';
import { findTokenForRequest } from '../invitations/user-tokens.ts';
import { verifyOwnPassword } from './account.limits.ts';
import { changePassword } from './change-password.ts';
import { readLinkInvitation } from './link-invitation.ts';
import { requestPasswordReset } from './request-reset.ts';
import { resetPassword } from './reset-password.ts';

const everyKind = ['reset', 'invitation', 'onboarding'] as const;

export function accountRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  const originOf = (request: FastifyRequest) => ({
    address: clientAddress(request, settings.trustedGateways),
    requestId: request.id,
  });
  const userOf = (id: number) => selectUsers(db).where('ent_usr.id', '=', id).executeTakeFirstOrThrow();

  route(app, accountCalls.validPassword, {}, async ({ caller, body }) => {
    const { credential } = await verifyOwnPassword(services, caller, body.current_password);
    await runCommand(services, caller, async (trx) => {
      await lockCaller(trx, caller);
      await recordReauthentication(trx, clock, credential);
      return {
        answer: undefined,
        audit: { action: 'account:provePassword', target: credential },
      };
    });
    return { current_user: toUserResponse(await userOf(personOf(caller))) };
  });

  route(app, accountCalls.userByResetPwd, {}, async ({ body, request }) => {
    const { address } = originOf(request);
    // An onboarding token can be used once; a repetition with the same idempotency key begins with this read.
    const requestKey = readIdempotencyKey(services, request, organisationsCalls.createOrganiser.name);
    const find = () => findTokenForRequest(services, db, body.reset_password_token, everyKind, requestKey);
    const token = await limitTokenAttempts(services, address, find);
    if (!token) throw notFound();
    noteAccount(token.ent_usr_id);
    const user = toUserResponse(await userOf(token.ent_usr_id));
    if (!settings.extensions) return { user };
    const invitation = await readLinkInvitation(db, token);
    return { user, kind: token.kind, ...(invitation && { invitation }) };
  });

  route(app, accountCalls.resetPwd, {}, async ({ body, request }) => {
    await resetPassword(services, originOf(request), body);
    // A session key would skip the passcode, and an invented key would fail at the next call; an empty one stores nothing.
    return { user: { api_key: '' } };
  });

  for (const call of [accountCalls.consoleResetPwdLink, accountCalls.forgotPwd])
    route(app, call, {}, async ({ body, request }) => {
      await requestPasswordReset(services, originOf(request), body.email);
      return {};
    });

  route(app, accountCalls.changePwd, {}, async ({ caller, body }) => {
    await changePassword(services, caller, body.ent_usrs);
    return {};
  });

  route(app, accountCalls.subscribedGrcModules, {}, async ({ caller }) => {
    const rows = await db
      .selectFrom('subscribed_module')
      .select('module_id')
      .where('ent_org_id', '=', Number(caller.organisationId ?? 0))
      .execute();
    const subscribed = new Set(rows.map(({ module_id }) => module_id));
    return { modules: suiteModules.filter(({ moduleId }) => subscribed.has(moduleId)) };
  });
}
