import type { CallBody } from '@console/contract/call';
import type { singleSignOnCalls } from '@console/contract/calls/single-sign-on';
import { isCalendarDay } from '@console/contract/secret-expiry';
import { newSecret } from '@console/server-base/secret-file';
import type { Transaction } from 'kysely';
import { authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { conflict, invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import { storedDomain } from '../core/database/email-spelling.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { checkDomainsSoon } from './check-domains.ts';
import { newIssuerProblem, parseIssuer } from './entered-issuer.ts';
import { domainProblem } from './sso-domains.ts';
import { effectiveIssuer } from './sso-provider.ts';
import { findSso, readSingleSignOn, type SingleSignOnResponse } from './sso-settings.store.ts';
import { switchedOffEntry } from './switched-entry.ts';

type Input = CallBody<typeof singleSignOnCalls.updateSingleSignOn>;

export const signInNeedsSession = 'You cannot use an API key to change how users sign in.';

/** Saved settings of a locked organisation. Throws 409 before they are saved. */
export async function requireSso(trx: Transaction<Database>, organisationId: number): Promise<Row<'sso'>> {
  const sso = await findSso(trx, organisationId);
  if (!sso) throw conflict('Save the client ID, tenant ID and client secret first.');
  return sso;
}

/** Columns that another issuer or client resets. */
export const endedByAnotherProvider = {
  tested_at: null,
  signed_in_at: null,
  enabled_at: null,
  enabled_by: null,
  enabled_by_role: null,
  required_at: null,
  client_refused_at: null,
  logout_refused_at: null,
  logout_refusal: null,
} as const;

/** Whether accounts are linked to the provider. Ending the links is confirmed, also while single sign-on is off. */
export async function hasLinks(trx: Transaction<Database>, organisationId: number): Promise<boolean> {
  const links = trx.selectFrom('sso_link').select('id').where('ent_org_id', '=', organisationId).limit(1);
  return (await links.executeTakeFirst()) !== undefined;
}

/** Deletes the links between accounts and the provider. */
export async function endLinks(trx: Transaction<Database>, organisationId: number): Promise<void> {
  await trx.deleteFrom('sso_link').where('ent_org_id', '=', organisationId).execute();
  await endFirstSignIns(trx, organisationId);
}

/** Ends first sign-ins that are not confirmed. */
export async function endFirstSignIns(trx: Transaction<Database>, organisationId: number): Promise<void> {
  await trx.deleteFrom('sso_confirmation').where('ent_org_id', '=', organisationId).execute();
}

/** Changes given settings. Throws 403, 404, 409 before the first save, 422 by field, and 422 WRONG_PASSWORD while it is on or if links end. */
export async function updateSingleSignOn(
  services: Services,
  caller: Caller,
  input: Input,
): Promise<SingleSignOnResponse> {
  requireSession(caller, signInNeedsSession);
  const organisationId = parseId(input.org_id);
  await authorizeExistingOrganisation(services.db, caller, 'sso:activate', organisationId);
  const entered =
    input.issuer === undefined ? undefined : await parseIssuer(services, { organisationId, given: input.issuer });
  return runCommand(services, caller, async (trx) => {
    const organisation = await lockAllowedOrganisation(trx, caller, 'sso:activate', organisationId);
    const { id } = organisation;
    const current = await requireSso(trx, id);
    const issuer = entered === undefined ? current.issuer : entered;
    const problem = issuer === null || issuer === current.issuer ? null : newIssuerProblem(services, issuer);
    if (problem !== null) throw invalidFields({ issuer: [problem] });
    const default_role = input.default_role === undefined ? current.default_role : input.default_role;
    const secret_expires_on =
      input.secret_expires_on === undefined ? current.secret_expires_on : parseDay(input.secret_expires_on);
    const signs_out_at_provider = input.signs_out_at_provider ?? current.signs_out_at_provider;
    const before = await domainsOf(trx, id);
    const after = input.domains === undefined ? before : parseDomains(input.domains);
    const old = { ...current, domains: before };
    const now = { issuer, default_role, secret_expires_on, signs_out_at_provider, domains: after };
    const fields = changeableFields.filter((field) => String(old[field]) !== String(now[field]));
    const isOther = effectiveIssuer({ ...current, issuer }) !== effectiveIssuer(current);
    const isNeeded = (fields.length > 0 && current.enabled_at !== null) || (isOther && (await hasLinks(trx, id)));
    // Ended links cannot be restored, so the confirmation cannot be reused.
    await consumeReauthentication(trx, services.clock, caller, { isNeeded, settingsOf: isOther ? undefined : id });
    if (isOther) {
      await endLinks(trx, id);
      await checkDomainsSoon(trx, id, services.clock());
    }
    if (fields.some((field) => field !== 'domains'))
      await trx
        .updateTable('sso')
        .set({
          issuer,
          default_role,
          secret_expires_on,
          signs_out_at_provider,
          updated_at: services.clock(),
          ...(fields.includes('secret_expires_on') && { secret_reminded_days: null }),
          ...(isOther && endedByAnotherProvider),
        })
        .where('ent_org_id', '=', id)
        .execute();
    await writeDomains(services, trx, id, { before, after });
    if (current.required_at !== null && !isOther) await requireVerifiedDomain(trx, id);
    const answer = await readSingleSignOn(trx, services.settings, id);
    if (!answer) throw new Error('locked settings are gone');
    const only = (values: typeof now) => Object.fromEntries(fields.map((field) => [field, values[field]]));
    if (fields.length === 0) return { answer, audit: null };
    const audit = { action: 'sso:edit', target: { type: 'ent_org', id }, before: only(old), after: only(now) };
    const isSwitchedOff = isOther && current.enabled_at !== null;
    return {
      answer,
      audit: isSwitchedOff ? [audit, switchedOffEntry(id, current)] : audit,
    };
  });
}

const changeableFields = ['issuer', 'default_role', 'domains', 'secret_expires_on', 'signs_out_at_provider'] as const;

function parseDay(given: string | null): string | null {
  const day = given?.trim() ?? '';
  if (day === '') return null;
  if (!isCalendarDay(day))
    throw invalidFields({ secret_expires_on: [{ code: 'FORMAT', message: 'must be a date such as 2026-11-20' }] });
  return day;
}

function parseDomains(given: readonly string[]): string[] {
  const domains = [...new Set(given.map((domain) => domain.trim().toLowerCase().replace(/^@/, '')))];
  const problems = domains.flatMap((domain) => domainProblem(domain) ?? []);
  if (problems.length > 0) throw invalidFields({ domains: problems });
  return [...new Set(domains.map(storedDomain))].sort();
}

/** A verified domain must remain: otherwise no one could sign in, by provider or, where it is required, by password. */
async function requireVerifiedDomain(trx: Transaction<Database>, organisationId: number): Promise<void> {
  const domains = trx.selectFrom('sso_domain').select('id').where('ent_org_id', '=', organisationId);
  if (!(await domains.where('verified_at', 'is not', null).executeTakeFirst()))
    throw conflict('Single sign-on is required, so at least one verified domain must remain.');
}

const domainsOf = async (trx: Transaction<Database>, organisationId: number): Promise<string[]> => {
  const rows = await trx.selectFrom('sso_domain').select('domain').where('ent_org_id', '=', organisationId).execute();
  return rows.map(({ domain }) => domain).sort();
};

async function writeDomains(
  { clock }: Services,
  trx: Transaction<Database>,
  ent_org_id: number,
  { before, after }: Record<'before' | 'after', string[]>,
): Promise<void> {
  const removed = before.filter((domain) => !after.includes(domain));
  const added = after.filter((domain) => !before.includes(domain));
  if (removed.length > 0)
    await trx.deleteFrom('sso_domain').where('ent_org_id', '=', ent_org_id).where('domain', 'in', removed).execute();
  if (added.length > 0)
    await trx
      .insertInto('sso_domain')
      .values(
        added.map((domain) => ({ ent_org_id, domain, token: newSecret(), created_at: clock(), verified_at: null })),
      )
      .execute();
}
