import { auditRetentionDays, signInRetentionDays } from '@console/contract/audit-retention';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields } from '../core/base/failure.ts';
import { readOrganisationAnswer, toConfigAnswer } from '../core/database/organisation-answer.ts';
import { runCommand } from '../core/database/transaction.ts';

const action = 'audit:setRetention';

interface Retention {
  organisationId: number;
  /** Null, for sign-ins: as long as the activity. */
  days: number | null;
}

const requireDays = (days: number | null, { min, max }: { min: number; max: number }) => {
  if (!Number.isInteger(days) || Number(days) < min || Number(days) > max)
    throw invalidFields({ days: [{ code: 'FORMAT', message: `must be a whole number from ${min} to ${max}` }] });
};

/** Sets for how many days the events of an organisation are kept. Throws 403 by role, 404, 422 outside the range. */
export const setAuditRetention = (services: Services, caller: Caller, given: Retention & { days: number }) =>
  setRetention(services, caller, 'audit_retention_days', given, () => requireDays(given.days, auditRetentionDays));

/** Sets for how many days sign-ins and refusals of an organisation have personal data. Failures as in `setAuditRetention`. */
export const setSignInRetention = (services: Services, caller: Caller, given: Retention) =>
  setRetention(services, caller, 'sign_in_retention_days', given, () => {
    if (given.days !== null) requireDays(given.days, signInRetentionDays);
  });

function setRetention(
  services: Services,
  caller: Caller,
  column: 'audit_retention_days' | 'sign_in_retention_days',
  { organisationId, days }: Retention,
  requireValid: () => void,
) {
  return runCommand(services, caller, async (trx) => {
    const current = await lockAllowedOrganisation(trx, caller, action, organisationId);
    requireValid();
    const isChanged = days !== current[column];
    if (isChanged)
      await trx
        .updateTable('ent_org')
        .set({ [column]: days, updated_at: services.clock() })
        .where('id', '=', organisationId)
        .execute();
    const audit = {
      action,
      target: { type: 'ent_org', id: organisationId },
      before: { [column]: current[column] },
      after: { [column]: days },
    };
    const { audit_retention_days, sign_in_retention_days } = current;
    const answer = {
      ...(await readOrganisationAnswer(trx, organisationId)),
      config: toConfigAnswer(current),
      audit_retention_days,
      sign_in_retention_days,
      [column]: days,
    };
    return { answer, audit: isChanged ? audit : null };
  });
}
