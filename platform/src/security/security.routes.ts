import { allowedAddressesCalls } from '@console/contract/calls/allowed-addresses';
import { secondFactorCalls } from '@console/contract/calls/second-factors';
import { securityCalls } from '@console/contract/calls/security';
import type { FastifyInstance } from 'fastify';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { readManagedUser } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { route } from '../core/http/route.ts';
import { settingRoute } from '../core/http/setting-route.ts';
import { checkAllowedAddresses, readAllowedAddresses } from './allowed-addresses.ts';
import { appFactorStore } from './app-factor.store.ts';
import { confirmApp, removeApp, renewRecoveryCodes, setUpApp } from './authenticator-app.ts';
import { endUserSession, endUserSessions, forgetRememberedDevice } from './end-sessions.ts';
import { resetFactors } from './reset-factors.ts';
import {
  findActiveSessions,
  findProviderLink,
  findRememberedDevices,
  toDeviceResponse,
  toSessionResponse,
} from './security.store.ts';

export function securityRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services;
  if (!settings.extensions) return;

  const userIdOf = (caller: Caller, given: string | number | undefined) =>
    given === undefined ? personOf(caller) : parseId(given);

  // No action is required, because every user can see and end their own.
  route(app, securityCalls.userSecurity, {}, async ({ caller, query }) => {
    const userId = userIdOf(caller, query.user_id);
    if (userId !== personOf(caller)) await readManagedUser(db, caller, 'security:view', userId);
    const { password_changed_at } = await db
      .selectFrom('ent_usr')
      .select('password_changed_at')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const sessions = await findActiveSessions(services, userId);
    return {
      password_changed_at: password_changed_at?.toISOString() ?? null,
      sessions: sessions.map((row) => toSessionResponse(caller, row)),
      devices: (await findRememberedDevices(services, userId)).map(toDeviceResponse),
      provider_link: await findProviderLink(services, userId),
      authenticator_app: await appFactorStore(services, userId).read(db),
    };
  });

  route(app, allowedAddressesCalls.allowedAddresses, { action: 'network:view' }, async ({ caller, query }) => {
    const id = parseId(query.organisationId);
    await authorizeExistingOrganisation(db, caller, 'network:view', id);
    return readAllowedAddresses(settings, db, caller, id);
  });

  settingRoute(app, services, allowedAddressesCalls.updateAllowedAddresses, {
    check: (change) => checkAllowedAddresses(settings, change),
    answer: (trx, caller, id) => readAllowedAddresses(settings, trx, caller, id),
  });

  const { endSession, endSessions, forgetDevice: forget } = securityCalls;
  route(app, endSession, { refusedAs: endSession.event }, async ({ caller, body }) => ({
    session: await endUserSession(services, caller, parseId(body.session_id)),
  }));

  route(app, endSessions, { refusedAs: endSessions.event }, async ({ caller, body }) => ({
    sessions: await endUserSessions(services, caller, userIdOf(caller, body.user_id)),
  }));

  route(app, forget, { refusedAs: forget.event }, async ({ caller, body }) => ({
    device: await forgetRememberedDevice(services, caller, parseId(body.device_id)),
  }));

  const { renewRecoveryCodes: renew } = secondFactorCalls;
  route(app, secondFactorCalls.setUpApp, { refusedAs: 'security:setUpApp' }, ({ caller }) =>
    setUpApp(services, caller),
  );

  route(app, secondFactorCalls.confirmApp, {}, ({ caller, body }) =>
    confirmApp(services, caller, { setupId: parseId(body.setup_id), code: body.code }),
  );

  route(app, secondFactorCalls.removeApp, {}, ({ caller }) => removeApp(services, caller));

  const { resetFactors: reset } = secondFactorCalls;
  route(app, reset, { refusedAs: reset.event }, ({ caller, body }) =>
    resetFactors(services, caller, parseId(body.user_id)),
  );

  route(app, renew, { refusedAs: renew.event }, ({ caller }) => renewRecoveryCodes(services, caller));
}
