import { type LogoutRefusal, logoutRefusals } from '@console/contract/calls/back-channel-logout';
import { singleSignOnDefaultRoles } from '@console/contract/calls/single-sign-on';
import { singleSignOnTestKinds, singleSignOnTestSteps } from '@console/contract/calls/single-sign-on-test';
import type { SingleSignOn, SsoDomain, SsoFinding, SsoLogoutRefusal, SsoTest } from '../generated/resolvers-types.ts';
import { boolOf, idOf, integerOf, isoTimeOf, recordOf, textOf } from '../product-api/shape.ts';

/** The settings in an answer of our platform; null for anything else. */
export function toSingleSignOn(organisationId: string, answer: unknown): SingleSignOn | null {
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
