import { scopeOf } from '@console/contract/access';
import type { ExtensionCall } from '@console/contract/call';
import { type LogoutRefusal, logoutRefusals } from '@console/contract/calls/back-channel-logout';
import { singleSignOnCalls, singleSignOnDefaultRoles } from '@console/contract/calls/single-sign-on';
import { singleSignOnTestKinds, singleSignOnTestSteps } from '@console/contract/calls/single-sign-on-test';
import { tooLongProblem } from '@console/contract/fields/field-problem';
import { maxLength, ssoMaxDomains } from '@console/contract/rules';
import { isCalendarDay } from '@console/contract/secret-expiry';
import { failure } from '../base/errors.ts';
import { authorize, isAllowed, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type {
  SetSingleSignOnInput,
  SingleSignOn,
  SsoDomain,
  SsoFinding,
  SsoLogoutRefusal,
  SsoTest,
  UpdateSingleSignOnInput,
  VerifySsoDomainInput,
} from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { notFoundForInvalidId, rethrowWithInputNames } from '../product-api/refusals.ts';
import { boolOf, idOf, integerOf, isoTimeOf, recordOf, textOf, toWireId } from '../product-api/shape.ts';
import { requireCall, supportsCall } from '../specified/extension-calls.ts';

function toSingleSignOn(organisationId: string, answer: unknown): SingleSignOn | null {
  const body = recordOf(answer);
  const redirectUrl = textOf(body.redirect_url);
  if (redirectUrl === null) return null;
  return {
    id: organisationId,
    redirectUrl,
    logoutUrl: textOf(body.logout_url),
    postLogoutRedirectUrl: textOf(body.post_logout_redirect_url),
    signsOutAtProvider: body.signs_out_at_provider === undefined ? null : boolOf(body.signs_out_at_provider),
    issuer: textOf(body.issuer),
    effectiveIssuer: textOf(body.used_issuer),
    defaultRole: singleSignOnDefaultRoles.find((role) => role === body.default_role) ?? null,
    secretExpiresOn: textOf(body.secret_expires_on),
    enabled: boolOf(body.is_enabled),
    enabledAt: isoTimeOf(body.enabled_at),
    enabledBy: textOf(body.enabled_by),
    mode: body.required_at != null ? 'REQUIRED' : boolOf(body.is_enabled) ? 'OPTIONAL' : 'OFF',
    usersOutsideDomains: integerOf(body.people_outside) ?? 0,
    tested: boolOf(body.is_tested),
    testedBySigningIn: body.is_tested_by_signing_in === undefined ? null : boolOf(body.is_tested_by_signing_in),
    clientRefusedAt: isoTimeOf(body.client_refused_at),
    logoutRefusal: toLogoutRefusal(recordOf(body.logout_refusal)),
    domains: rowsOf(body.domains).map(toDomain),
    tests: rowsOf(body.tests).map(toTest),
  };
}

function toLogoutRefusal({ at, reason }: Row): SsoLogoutRefusal | null {
  const [time, word] = [isoTimeOf(at), textOf(reason) ?? ''];
  if (time === null || !Object.hasOwn(logoutRefusals, word)) return null;
  return { at: time, reason: logoutRefusals[word as LogoutRefusal] };
}

const rowsOf = (rows: unknown) => (Array.isArray(rows) ? rows.map(recordOf) : []);
type Row = ReturnType<typeof recordOf>;

const toDomain = (row: Row): SsoDomain => ({
  domain: textOf(row.domain) ?? '',
  record: textOf(row.record) ?? '',
  verifiedAt: isoTimeOf(row.verified_at),
  verifiedByAdministrator: boolOf(row.is_verified_by_administrator),
  recordMissingSince: isoTimeOf(row.record_missing_since),
});

const toTest = (row: Row): SsoTest => ({
  id: idOf(row.id) ?? '',
  createdAt: isoTimeOf(row.created_at) ?? '',
  kind: singleSignOnTestKinds.find((kind) => kind === row.kind) ?? 'CONNECTION',
  testedBy: textOf(row.tested_by),
  passed: boolOf(row.has_passed),
  findings: rowsOf(row.findings).flatMap(toFinding),
});

function toFinding(row: Row): SsoFinding[] {
  const step = singleSignOnTestSteps.find((known) => known === row.step);
  const passed = row.has_passed === null ? null : boolOf(row.has_passed);
  return step
    ? [{ step: step === 'ADDRESS' ? 'DISCOVERY_URL' : step, passed, message: textOf(row.message) ?? '' }]
    : [];
}

const calls = singleSignOnCalls;

interface SingleSignOnResult {
  organisationId: string;
  singleSignOn(): Promise<SingleSignOn | null>;
}

/** Null before the first save, or if the product API has none. */
export async function readSingleSignOn(context: Context, organisationId: string): Promise<SingleSignOn | null> {
  return toSingleSignOn(organisationId, (await readSingleSignOnResponse(context, organisationId))?.single_sign_on);
}

/** Redirect URI to register, also before the first save; null if the product API has none. */
export async function readRedirectUrl(context: Context, organisationId: string): Promise<string | null> {
  return textOf((await readSingleSignOnResponse(context, organisationId))?.redirect_uri);
}

/** Null if the product API lacks `single_sign_on`. */
export async function readSingleSignOnResponse(context: Context, organisationId: string) {
  await authorize(context.api, 'sso:view', organisationId);
  if (!(await supportsCall(context, calls.singleSignOn))) return null;
  const query = { org_id: toWireId(organisationId) };
  return notFoundForInvalidId(context.api.call(calls.singleSignOn, { query }), organisationId);
}

/** Whether the viewer can turn it on or off or, with `anywhere`, verify domains without a record. */
export async function mayActivate(
  context: Context,
  organisationId: string,
  { anywhere = false } = {},
): Promise<boolean> {
  const { api } = context;
  if (!(await isAllowed(api, 'sso:activate', organisationId))) return false;
  if (anywhere && scopeOf(await readCaller(api), 'sso:activate') !== 'any') return false;
  return supportsCall(context, calls.setSingleSignOn);
}

export async function updateSingleSignOn(
  context: Context,
  {
    organisationId,
    issuer,
    defaultRole,
    secretExpiresOn,
    signsOutAtProvider,
    domains,
    currentPassword,
  }: UpdateSingleSignOnInput,
): Promise<SingleSignOnResult> {
  const id = await authorizeChange(context, calls.updateSingleSignOn, organisationId);
  const isNew = defaultRole == null || defaultRole === 'ASSESSOR' || defaultRole === 'AUDITEE';
  assertValid(
    (issuer?.length ?? 0) > maxLength.ssoIssuer ? { path: 'issuer', ...tooLongProblem(maxLength.ssoIssuer) } : null,
    isNew ? null : { path: 'defaultRole', code: 'FORMAT', message: 'must be ASSESSOR or AUDITEE' },
    secretExpiresOn && !isCalendarDay(secretExpiresOn)
      ? { path: 'secretExpiresOn', code: 'FORMAT', message: 'must be a date such as 2026-11-20' }
      : null,
    (domains?.length ?? 0) > ssoMaxDomains
      ? { path: 'domains', code: 'FORMAT', message: `must be at most ${ssoMaxDomains}` }
      : null,
  );
  const body = {
    org_id: toWireId(id),
    ...(issuer !== undefined && { issuer }),
    ...(defaultRole !== undefined && { default_role: defaultRole as 'ASSESSOR' | 'AUDITEE' | null }),
    ...(secretExpiresOn !== undefined && { secret_expires_on: secretExpiresOn }),
    ...(signsOutAtProvider != null && { signs_out_at_provider: signsOutAtProvider }),
    ...(domains != null && { domains: [...domains] }),
  };
  if (currentPassword != null) await confirmOwnPassword(context, currentPassword);
  const sent = notFoundForInvalidId(context.api.call(calls.updateSingleSignOn, { body }), id);
  const names = {
    issuer: 'issuer',
    default_role: 'defaultRole',
    secret_expires_on: 'secretExpiresOn',
    domains: 'domains',
  };
  return resultOf(context, id, (await rethrowWithInputNames(names, sent)).single_sign_on);
}

export async function verifySsoDomain(
  context: Context,
  { organisationId, domain, withoutRecord }: VerifySsoDomainInput,
): Promise<SingleSignOnResult> {
  const id = await authorizeChange(context, calls.verifySsoDomain, organisationId);
  const body = { org_id: toWireId(id), domain, ...(withoutRecord && { without_record: true }) };
  const sent = notFoundForInvalidId(context.api.call(calls.verifySsoDomain, { body }), id);
  return resultOf(context, id, (await rethrowWithInputNames({ domain: 'domain' }, sent)).single_sign_on);
}

export async function testSingleSignOn(context: Context, organisationId: string | number): Promise<SingleSignOnResult> {
  const id = await authorizeChange(context, calls.testSingleSignOn, organisationId);
  const body = { org_id: toWireId(id) };
  const answer = await notFoundForInvalidId(context.api.call(calls.testSingleSignOn, { body }), id);
  return resultOf(context, id, answer.single_sign_on);
}

/** REST-7, then the call; neither is repeated. */
export async function setSingleSignOn(
  context: Context,
  { organisationId, enabled, required, currentPassword }: SetSingleSignOnInput,
): Promise<SingleSignOnResult> {
  const id = await authorizeChange(context, calls.setSingleSignOn, organisationId);
  await confirmOwnPassword(context, currentPassword);
  const body = { org_id: toWireId(id), enabled, ...(required != null && { required }) };
  const answer = await notFoundForInvalidId(context.api.call(calls.setSingleSignOn, { body }), id);
  return resultOf(context, id, answer.single_sign_on);
}

/** Throws FORBIDDEN with an API key or by role, NOT_FOUND, CAPABILITY_UNAVAILABLE; returns the organisation's id. */
async function authorizeChange(context: Context, call: ExtensionCall, given: string | number): Promise<string> {
  const organisationId = String(given).trim();
  await authorize(context.api, 'sso:activate', organisationId);
  if (context.session.isBearer) throw failure('FORBIDDEN', 'You cannot use an API key to change how users sign in.');
  await requireCall(context, call, 'The connected product API does not support sign-in through single sign-on.');
  return organisationId;
}

function resultOf(context: Context, organisationId: string, answer: unknown): SingleSignOnResult {
  const singleSignOn = toSingleSignOn(organisationId, answer);
  return {
    organisationId,
    singleSignOn: async () => {
      if (singleSignOn === null) throw incompleteResponse(context.log, calls.singleSignOn, 'single_sign_on');
      return singleSignOn;
    },
  };
}
