import { resolveTxt as systemResolveTxt } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, dayMs, secondMs } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { type ResolveTxt, verificationRecord } from './sso-domains.ts';

/** Days until the record of a verified domain is looked up again. */
export const checkDays = 365;
const lookUpMs = 5 * secondMs;
const mostAtOnce = 50;

type Found = 'found' | 'missing' | 'unknown';

/** Looks up the TXT record of a domain. `missing`: its name servers say that there is none. `unknown`: they do not respond. */
export async function lookUpRecord(resolveTxt: ResolveTxt, domain: string, token: string): Promise<Found> {
  const records = resolveTxt(domain).then(
    (found) => (found.some((parts) => parts.join('').trim() === verificationRecord(token)) ? 'found' : 'missing'),
    (error: { code?: unknown }) => (error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? 'missing' : 'unknown'),
  );
  return Promise.race([records, delay(lookUpMs, 'unknown' as const, { ref: false })]);
}

export async function checkDomainsSoon(db: Kysely<Database>, organisationId: number, now: Date): Promise<void> {
  await db.updateTable('sso_domain').set({ check_at: now }).where('ent_org_id', '=', organisationId).execute();
}

/** Looks up the records of verified domains that are due. A missing one is noted, and looked up daily. Several platforms can run it. */
export async function checkDomains(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  resolveTxt: ResolveTxt = systemResolveTxt,
): Promise<void> {
  const now = clock();
  const tomorrow = addMs(now, dayMs);
  const isDue = sql<boolean>`verified_at is not null and not is_verified_by_administrator
    and coalesce(check_at, verified_at + make_interval(days => ${checkDays})) <= ${now}::timestamptz`;
  const due = db.selectFrom('sso_domain').select('id').where(isDue).orderBy('id').limit(mostAtOnce);
  // Taken first, because no transaction waits for a name server.
  const taken = await db
    .updateTable('sso_domain')
    .set({ check_at: tomorrow })
    .where('id', 'in', due.forUpdate().skipLocked())
    .returning(['id', 'domain', 'token'])
    .execute();
  await Promise.all(
    taken.map(async ({ id, domain, token }) => {
      const found = await lookUpRecord(resolveTxt, domain, token);
      if (found === 'unknown') return;
      const row = db.updateTable('sso_domain').where('id', '=', id);
      if (found === 'found')
        await row.set({ check_at: addMs(now, checkDays * dayMs), record_missing_since: null }).execute();
      else await row.set({ record_missing_since: now }).where('record_missing_since', 'is', null).execute();
    }),
  );
}
