import { resolveTxt as systemResolveTxt } from 'node:dns/promises';
import { sql } from 'kysely';
import { auditedForbidden, authorizeExistingOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { addMs, dayMs, minuteMs } from '../core/base/clock.ts';
import { conflict, invalidFields, notFound } from '../core/base/failure.ts';
import { requireUnchangedCaller } from '../core/database/current-caller.ts';
import { storedDomain } from '../core/database/email-spelling.ts';
import { countAttempt } from '../core/database/limits.ts';
import { runCommand } from '../core/database/transaction.ts';
import { checkDays, lookUpRecord } from './check-domains.ts';
import { type ResolveTxt, verificationRecord } from './sso-domains.ts';
import { readSingleSignOn, type SingleSignOnResponse } from './sso-settings.store.ts';
import { signInNeedsSession } from './update-single-sign-on.ts';

const lookUpLimit = { max: 20, windowMs: 10 * minuteMs };

interface Given {
  organisationId: number;
  domain: string;
  withoutRecord: boolean;
}

/** Verifies a domain by its TXT record, or by an Administrator without one. Throws 403, 404, 409 if verified elsewhere, 422. */
export async function verifySsoDomain(
  services: Services,
  caller: Caller,
  { organisationId, domain: given, withoutRecord }: Given,
  resolveTxt: ResolveTxt = systemResolveTxt,
): Promise<SingleSignOnResponse> {
  const { db, clock, settings } = services;
  requireSession(caller, signInNeedsSession);
  await authorizeExistingOrganisation(db, caller, 'sso:activate', organisationId);
  const target = { type: 'ent_org', id: organisationId };
  if (withoutRecord && caller.role !== 'ADMINISTRATOR') throw auditedForbidden('sso:activate', 'role', target);
  const domain = storedDomain(given);
  const ofOrganisation = db
    .selectFrom('sso_domain')
    .selectAll()
    .where('ent_org_id', '=', organisationId)
    .where('domain', '=', domain);
  const unlocked = await ofOrganisation.executeTakeFirst();
  if (!unlocked) throw notFound();
  if (!withoutRecord) {
    await countAttempt(db, clock, `sso:domain:${organisationId}`, lookUpLimit);
    // A name server that does not respond counts as one without the record.
    if ((await lookUpRecord(resolveTxt, domain, unlocked.token)) !== 'found')
      throw invalidFields({
        domain: [
          {
            code: 'OTHER',
            message: `must have the TXT record ${verificationRecord(unlocked.token)}, which was not found`,
          },
        ],
      });
  }
  return runCommand(services, caller, async (trx) => {
    await lockAllowedOrganisation(trx, caller, 'sso:activate', organisationId);
    // Two organisations can verify the same domain at once.
    await sql`select pg_advisory_xact_lock(hashtext(${`sso_domain ${domain}`}))`.execute(trx);
    await requireUnchangedCaller(trx, caller);
    const rows = await trx.selectFrom('sso_domain').selectAll().where('domain', '=', domain).execute();
    const own = rows.find(({ ent_org_id }) => ent_org_id === organisationId);
    // The domain was removed, or removed and added again, since.
    if (own?.token !== unlocked.token) throw notFound();
    if (rows.some(({ ent_org_id, verified_at }) => ent_org_id !== organisationId && verified_at !== null))
      throw conflict('This domain belongs to another organisation, so you cannot verify it.');
    const isChanged = own.verified_at === null || own.record_missing_since !== null;
    const now = clock();
    if (isChanged)
      await trx
        .updateTable('sso_domain')
        .set({
          verified_at: own.verified_at ?? now,
          is_verified_by_administrator: withoutRecord,
          check_at: addMs(now, checkDays * dayMs),
          record_missing_since: null,
        })
        .where('id', '=', own.id)
        .execute();
    const answer = await readSingleSignOn(trx, settings, organisationId);
    if (!answer) throw notFound();
    const after = { domain, how: withoutRecord ? 'by an Administrator' : 'by its TXT record' };
    return { answer, audit: isChanged ? { action: 'sso:verifyDomain', target, after } : null };
  });
}
