import { decideAccess, mayManageRole } from '@console/contract/access';
import { secondFactorCalls } from '@console/contract/calls/second-factors';
import { type rememberedDevice, securityCalls, type userSession } from '@console/contract/calls/security';
import { authorizeForUser, isCaller, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { RememberedDevice, Session, UserSecurity } from '../generated/resolvers-types.ts';
import { readRows } from '../product-api/lists.ts';
import { requireKey, roleOf } from '../product-api/reads.ts';
import { boolOf, idOf, isoTimeOf, type Raw, recordOf, textOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { callIfSupported, hasCall, type IfSupported } from '../specified/extension-calls.ts';
import { toAuthenticatorApp } from './authenticator-app.ts';
import { toProviderLink } from './provider-link.ts';

/** Whether the caller may end the user's sessions. */
export async function mayEndSessions(context: Context, user: UserBody): Promise<boolean> {
  const { api, session } = context;
  if (session.isBearer) return false;
  const caller = await readCaller(api);
  const mayManage =
    decideAccess(caller, 'security:end', idOf(user.ent_org_id) ?? '') === 'allowed' &&
    mayManageRole(caller.role, roleOf(user));
  return (mayManage || caller.userId === idOf(user.id)) && hasCall(context, securityCalls.endSession);
}

/** Where a user is signed in; null when the product API has no calls for sessions. */
export async function readUserSecurity(context: Context, user: UserBody): Promise<IfSupported<UserSecurity>> {
  const { api } = context;
  requireKey(api);
  const isOwn = await isCaller(api, user);
  if (!isOwn) await authorizeForUser(api, user, 'security:view');
  const call = securityCalls.userSecurity;
  const query = isOwn ? {} : { user_id: toWireId(idOf(user.id) ?? '') };
  const answer = await callIfSupported(context, call, { query });
  if (answer === null) return null;
  const { password_changed_at, sessions, devices, authenticator_app, provider_link } = answer;
  const hasFactors = await hasCall(context, secondFactorCalls.setUpApp);
  return {
    passwordChangedAt: isoTimeOf(password_changed_at),
    sessions: readRows(call, sessions, toUserSession, api.log),
    rememberedDevices: readRows(call, devices, toRememberedDevice, api.log),
    identityProvider: await toProviderLink(context, provider_link),
    secondFactors: hasFactors ? { authenticatorApp: toAuthenticatorApp(authenticator_app) } : null,
  };
}

/** A session; null without an id. */
export function toUserSession(value: unknown): Session | null {
  const body: Raw<typeof userSession> = recordOf(value);
  const id = idOf(body.id);
  if (id === null) return null;
  return { id, ...deviceFields(body), endedAt: isoTimeOf(body.ended_at), isCurrent: boolOf(body.is_current) };
}

/** A remembered device; null without an id. */
export function toRememberedDevice(value: unknown): RememberedDevice | null {
  const body: Raw<typeof rememberedDevice> = recordOf(value);
  const id = idOf(body.id);
  return id === null ? null : { id, ...deviceFields(body) };
}

const deviceFields = (body: Raw<typeof rememberedDevice>) => ({
  browser: textOf(body.browser),
  system: textOf(body.system),
  clientAddress: textOf(body.client_address),
  createdAt: isoTimeOf(body.created_at),
  lastUsedAt: isoTimeOf(body.last_used_at),
  expiresAt: isoTimeOf(body.expires_at),
});
