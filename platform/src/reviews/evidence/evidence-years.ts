import { reviewEvidenceYears } from '@console/contract/review-limits';
import type { Kysely } from 'kysely';
import { auditedNotFound, authorizeOrganisation } from '../../core/access/allowed-organisations.ts';
import type { Caller } from '../../core/access/caller.ts';
import { lockAllowedOrganisation } from '../../core/access/locks.ts';
import type { Services } from '../../core/access/services.ts';
import { invalidFields } from '../../core/base/failure.ts';
import type { Database } from '../../core/database/schema.ts';
import { runCommand } from '../../core/database/transaction.ts';

const action = 'audit:setRetention';
const { min, max } = reviewEvidenceYears;

/** For how many years an organisation keeps evidence. Throws 403 by role, 404. */
export async function readEvidenceYears(db: Kysely<Database>, caller: Caller, id: number): Promise<number> {
  authorizeOrganisation(caller, 'reviews:view', id);
  const organisation = await db
    .selectFrom('ent_org')
    .select('review_evidence_years')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!organisation) throw auditedNotFound('reviews:view', { type: 'ent_org', id });
  return organisation.review_evidence_years;
}

/** Sets for how many years an organisation keeps evidence. Throws 403 by role, 404, 422 outside the range. */
export const setEvidenceYears = (
  services: Services,
  caller: Caller,
  { organisationId, years }: { organisationId: number; years: number },
) =>
  runCommand(services, caller, async (trx) => {
    const { review_evidence_years } = await lockAllowedOrganisation(trx, caller, action, organisationId);
    if (!Number.isInteger(years) || years < min || years > max)
      throw invalidFields({ years: [{ code: 'FORMAT', message: `must be a whole number from ${min} to ${max}` }] });
    const isChanged = years !== review_evidence_years;
    if (isChanged)
      await trx
        .updateTable('ent_org')
        .set({ review_evidence_years: years, updated_at: services.clock() })
        .where('id', '=', organisationId)
        .execute();
    const audit = {
      action: 'reviews:setEvidenceYears',
      target: { type: 'ent_org', id: organisationId },
      before: { review_evidence_years },
      after: { review_evidence_years: years },
    };
    const answer = { organisationId: String(organisationId), reviewEvidenceYears: years };
    return { answer, audit: isChanged ? audit : null };
  });
