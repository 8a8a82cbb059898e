import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { scopeOf } from '@console/contract/access';
import { capabilitiesCall, extensionCalls } from '@console/contract/calls/extensions';
import { passkeysCalls } from '@console/contract/calls/passkeys';
import { sessionCalls } from '@console/contract/calls/session';
import { capabilities } from '@console/contract/capabilities';
import { canonicalAddress } from '@console/contract/ip-address';
import { suiteModules } from '@console/contract/modules';
import { otpResendSeconds } from '@console/contract/rules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, callerCounterKey } from '../core/access/caller.ts';
import { lockUser } from '../core/access/locks.ts';
import { personOf } from '../core/access/person.ts';
import { requireSession } from '../core/access/require-session.ts';
import { readRequiredFactor, requiredFactorField } from '../core/access/required-factor.ts';
import type { Services } from '../core/access/services.ts';
import { endSession } from '../core/access/sessions.ts';
import { clientAddress } from '../core/base/client-address.ts';
import { clientDevice } from '../core/base/client-device.ts';
import { minuteMs } from '../core/base/clock.ts';
import { forbidden, invalidFields, unauthenticated } from '../core/base/failure.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { readCurrentCaller } from '../core/database/current-caller.ts';
import { countAttempt } from '../core/database/limits.ts';
import { readLists } from '../core/database/read-replica.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, toUserResponse } from '../core/database/user-response.ts';
import { findRequestCaller, readKeyKind, renewSessionToken } from '../core/http/authenticate.ts';
import { gatewayProofOf } from '../core/http/gateway-secret.ts';
import { route } from '../core/http/route.ts';
import { readPending } from '../pending/pending-items.ts';
import { adoptSession, createHandOverToken } from './hand-over.ts';
import { keyAsUser } from './key-as-user.ts';
import { shareKeyBudget } from './key-budget.ts';
import { sendOtpChallenge } from './otp-challenge.ts';
import { providerSignOutField, readProviderSignOut, signOutAddress } from './provider-sign-out.ts';
import { countFailedSignIn, refuseBlockedSignInAddress } from './session.limits.ts';
import { findSignInUser, secondStepOf } from './sign-in.store.ts';
import { signIn } from './sign-in.ts';
import { passkeySignInOptions, signInWithPasskey } from './sign-in-with-passkey.ts';

const encryptLimit = { max: 60, windowMs: minuteMs };

export function sessionRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  const { extensions } = settings;
  const addressOf = (request: FastifyRequest) => clientAddress(request, settings.trustedGateways);
  const originOf = (request: FastifyRequest) => ({
    requestId: request.id,
    device: clientDevice(request, settings.trustedGateways),
  });

  if (extensions)
    app.get(capabilitiesCall.path, { config: { access: 'public' } }, async () => ({
      capabilities: Object.keys(capabilities).filter(
        (name) => name !== 'confirmed_activation' || settings.requirePasswordOnActivate,
      ),
    }));

  route(app, sessionCalls.login, {}, ({ body, request }) =>
    signIn(services, originOf(request), {
      ...body.ent_usr,
      otp: body.otp || undefined,
      otpRequired: body.otp_required,
      ...(extensions && {
        loginAttempt: body.login_attempt,
        rememberToken: body.remember_token,
        rememberDevice: body.remember_device,
        deviceToken: body.device_token,
      }),
    }),
  );

  route(app, sessionCalls.isMultiFactorEnabled, {}, async ({ body, request }) => {
    // Strict: an email reveals nothing before the password; signing in says whether a passcode is required.
    if (settings.strictSignIn) return { success: true, enabled: false };
    const address = addressOf(request);
    await refuseBlockedSignInAddress(services, address);
    const user = await findSignInUser(db, body.user_email);
    noteAccount(user?.id);
    if (!user) await countFailedSignIn(services, address);
    // The response does not name an app: before the password, no one may learn who has one.
    const enabled = extensions ? user?.otp_required : user && secondStepOf(services, user) !== null;
    return { success: user !== undefined, enabled: enabled ?? false };
  });

  route(app, sessionCalls.sendOtp, {}, async ({ body, request }) => {
    const attempt = extensions ? body.login_attempt : undefined;
    await sendOtpChallenge(services, {
      email: body.email,
      attempt,
      address: addressOf(request),
      requestId: request.id,
    });
    return extensions ? { resend_in: otpResendSeconds } : {};
  });

  if (extensions) {
    route(app, passkeysCalls.passkeyChallenge, {}, async ({ body }) => ({
      options: await passkeySignInOptions(services, body.binding),
    }));
    route(app, passkeysCalls.signInWithPasskey, {}, ({ body, request }) =>
      signInWithPasskey(services, originOf(request), body),
    );
  }

  const userOf = async (id: number) => {
    const row = await selectUsers(db).where('ent_usr.id', '=', id).executeTakeFirst();
    if (!row) throw unauthenticated();
    return toUserResponse(row);
  };

  /** Undefined for an organisation key, and for a session that must set up a factor first. */
  const pendingCount = async (caller: Omit<Caller, 'requestId' | 'clientAddress'>) => {
    const { userId, requiredFactor } = caller;
    if (userId === null || requiredFactor?.isDue) return {};
    const items = await readLists(services, (source) => readPending(source, { ...caller, userId }, clock()));
    return { pending_count: items.length };
  };

  route(app, sessionCalls.apiUserDetail, {}, async ({ caller: authenticated, body, request, reply }) => {
    const { api_key } = body.task;
    // The key is usually that of the request, which was looked up already.
    const isOwnKey = request.headers[settings.apiKeyHeader] === api_key;
    const caller = isOwnKey ? authenticated : await findRequestCaller(services, api_key, request);
    if (caller) {
      noteAccount(caller.userId ?? undefined);
      const user = caller.userId === null ? await keyAsUser(db, caller) : await userOf(caller.userId);
      const session_token = await renewSessionToken(services, caller, request, reply);
      const key_scopes = extensions ? caller.keyScopes : undefined;
      const key_id = extensions ? caller.apiKeyId : undefined;
      if (extensions) await shareKeyBudget(services, caller, request, reply);
      return {
        user: {
          ...user,
          api_key,
          session_token,
          ...(caller.userId === null && { key_owner: 'organisation' as const }),
          ...(key_scopes && { key_scopes: [...key_scopes] }),
          key_id,
          ...(extensions && body.with_pending_count && (await pendingCount(caller))),
          ...(extensions && { client_address: canonicalAddress(caller.clientAddress) ?? caller.clientAddress }),
          ...requiredFactorField(caller.requiredFactor),
          ...(await providerSignOutField(db, settings, caller)),
        },
      };
    }
    if (readKeyKind(request) === 'bearer') throw unauthenticated();
    const isConsole = gatewayProofOf(request, settings.gatewaySecrets) !== null;
    const { sessionId, userId, apiKey, sessionToken } = await adoptSession(services, originOf(request), {
      token: api_key,
      isConsole,
    });
    const required = await readRequiredFactor(services, db, sessionId);
    return {
      user: {
        ...(await userOf(userId)),
        api_key: apiKey,
        session_token: sessionToken,
        ...requiredFactorField(required),
        ...(await providerSignOutField(db, settings, { sessionId, hasProviderSignOut: true })),
      },
    };
  });

  if (extensions)
    route(app, extensionCalls.handover, {}, async ({ caller, body }) => {
      const module = suiteModules.find(({ moduleId }) => moduleId === body.module);
      if (!module)
        throw invalidFields({
          module: [
            { code: 'UNKNOWN', message: `must be one of ${suiteModules.map(({ moduleId }) => moduleId).join(', ')}` },
          ],
        });
      if ('isAdmin' in module && scopeOf(caller, 'modules:controller') === null) throw forbidden();
      return { token: await createHandOverToken(services, caller, body.module) };
    });

  const encrypt = createOneWayEncryption(settings.secrets);
  route(app, sessionCalls.encrypt, {}, async ({ caller, body }) => {
    await countAttempt(db, clock, `encrypt:${callerCounterKey(caller)}`, encryptLimit);
    return { data: encrypt(body.data) };
  });

  if (extensions)
    route(app, extensionCalls.providerSignOut, {}, async ({ caller }) => {
      const signOut = await readProviderSignOut(db, settings, requireSession(caller));
      return { address: signOut && signOutAddress(settings, signOut) };
    });

  route(app, sessionCalls.logoutApiUser, {}, async ({ caller }) => {
    const sessionId = requireSession(caller);
    await runCommand(services, caller, async (trx) => {
      // A user whose role has changed can sign out, too.
      await lockUser(trx, personOf(caller));
      await readCurrentCaller(trx, caller);
      await endSession(trx, clock, sessionId);
      return { answer: undefined, audit: { action: 'session:signOut', target: { type: 'session', id: sessionId } } };
    });
    return {};
  });
}

/** Encrypts irreversibly and differently each time, with a key from the newest platform secret. */
export function createOneWayEncryption(secrets: readonly string[]): (text: string) => string {
  const [newest] = secrets;
  if (!newest) throw new Error('PLATFORM_SECRET is missing');
  const key = Buffer.from(hkdfSync('sha256', newest, '', 'console/platform/encrypt', 32));
  return (text) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
  };
}
