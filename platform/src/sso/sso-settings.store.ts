import type { CallResponse } from '@console/contract/call';
import type { singleSignOnCalls } from '@console/contract/calls/single-sign-on';
import type { Kysely } from 'kysely';
import { countOutsideDomains } from '../core/access/required-sign-on.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { findUsersById, personName } from '../core/database/user-response.ts';
import { postLogoutRedirectUrl } from '../session/provider-sign-out.ts';
import { verificationRecord } from './sso-domains.ts';
import { effectiveIssuer } from './sso-provider.ts';
import type { SsoFinding } from './tables.ts';

export const testsKept = 5;

export type SingleSignOnResponse = NonNullable<CallResponse<typeof singleSignOnCalls.singleSignOn>['single_sign_on']>;

/** Page to which the provider redirects. */
export const redirectUrl = ({ publicUrl }: Pick<PlatformSettings, 'publicUrl'>): string =>
  new URL('/login/callback', publicUrl).href;

export const findSso = (db: Kysely<Database>, organisationId: number): Promise<Row<'sso'> | undefined> =>
  db.selectFrom('sso').selectAll().where('ent_org_id', '=', organisationId).executeTakeFirst();

interface Begun {
  issuer: string;
  client_id: string;
}

/** Whether provider and client are unchanged since the start. */
export const isSameClient = (sso: Row<'sso'>, { issuer, client_id }: Begun): boolean =>
  effectiveIssuer(sso) === issuer && sso.client_id === client_id;

/** Like `isSameClient`, while single sign-on is on. */
export const isSameProvider = (sso: Row<'sso'>, begun: Begun): boolean =>
  sso.enabled_at !== null && isSameClient(sso, begun);

/** URL for the provider's logout tokens. */
const logoutUrl = ({ publicUrl }: Pick<PlatformSettings, 'publicUrl'>, guid: string): string =>
  new URL(`/sso/logout/${guid}`, publicUrl).href;

/** Settings with domains and last tests; null before the three fields are saved. */
export async function readSingleSignOn(
  db: Kysely<Database>,
  settings: PlatformSettings,
  organisationId: number,
): Promise<SingleSignOnResponse | null> {
  const sso = await findSso(db, organisationId);
  if (!sso) return null;
  const { guid } = await db
    .selectFrom('ent_org')
    .select('guid')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const domains = await db
    .selectFrom('sso_domain')
    .selectAll()
    .where('ent_org_id', '=', organisationId)
    .orderBy('domain')
    .execute();
  const tests = await db
    .selectFrom('sso_test')
    .selectAll()
    .where('ent_org_id', '=', organisationId)
    .orderBy('id', 'desc')
    .limit(testsKept)
    .execute();
  const people = await findUsersById(db, [sso.enabled_by, ...tests.map(({ ent_usr_id }) => ent_usr_id)]);
  const nameOf = (id: number | null) => {
    const person = people.get(id);
    return person ? personName(person, organisationId) : null;
  };
  return {
    redirect_url: redirectUrl(settings),
    logout_url: logoutUrl(settings, guid),
    post_logout_redirect_url: postLogoutRedirectUrl(settings),
    signs_out_at_provider: sso.signs_out_at_provider,
    issuer: sso.issuer,
    used_issuer: effectiveIssuer(sso),
    default_role: sso.default_role,
    secret_expires_on: sso.secret_expires_on,
    is_enabled: sso.enabled_at !== null,
    enabled_at: sso.enabled_at?.toISOString() ?? null,
    enabled_by: sso.enabled_at && nameOf(sso.enabled_by),
    required_at: sso.required_at?.toISOString() ?? null,
    people_outside: await countOutsideDomains(db, organisationId),
    client_refused_at: sso.client_refused_at?.toISOString() ?? null,
    logout_refusal:
      sso.logout_refused_at && sso.logout_refusal
        ? { at: sso.logout_refused_at.toISOString(), reason: sso.logout_refusal }
        : null,
    is_tested: sso.tested_at !== null,
    is_tested_by_signing_in: sso.signed_in_at !== null,
    domains: domains.map(({ domain, token, verified_at, is_verified_by_administrator, record_missing_since }) => ({
      domain,
      record: verificationRecord(token),
      verified_at: verified_at?.toISOString() ?? null,
      is_verified_by_administrator,
      record_missing_since: record_missing_since?.toISOString() ?? null,
    })),
    tests: tests.map(({ id, created_at, ent_usr_id, kind, has_passed, findings }) => ({
      id,
      kind,
      created_at: created_at.toISOString(),
      tested_by: nameOf(ent_usr_id),
      has_passed,
      findings: JSON.parse(findings) as SsoFinding[],
    })),
  };
}
