import { auditRetentionDays } from '@console/contract/audit-retention';
import type { Caller } from '../core/access/caller.ts';
import { lockAllowedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { invalidFields } from '../core/base/failure.ts';
import { readOrganisationAnswer, toConfigAnswer } from '../core/database/organisation-answer.ts';
import { runCommand } from '../core/database/transaction.ts';

const action = 'audit:setRetention';
const { min, max } = auditRetentionDays;

/** Sets for how many days the events of an organisation are kept. Throws 403 by role, 404, 422 outside the range. */
export function setAuditRetention(
  services: Services,
  caller: Caller,
  { organisationId, days }: { organisationId: number; days: number },
) {
  return runCommand(services, caller, async (trx) => {
    const current = await lockAllowedOrganisation(trx, caller, action, organisationId);
    if (!Number.isInteger(days) || days < min || days > max)
      throw invalidFields({ days: [{ code: 'FORMAT', message: `must be a whole number from ${min} to ${max}` }] });
    const isChanged = days !== current.audit_retention_days;
    if (isChanged)
      await trx
        .updateTable('ent_org')
        .set({ audit_retention_days: days, updated_at: services.clock() })
        .where('id', '=', organisationId)
        .execute();
    const audit = {
      action,
      target: { type: 'ent_org', id: organisationId },
      before: { audit_retention_days: current.audit_retention_days },
      after: { audit_retention_days: days },
    };
    const config = toConfigAnswer(current);
    const answer = { ...(await readOrganisationAnswer(trx, organisationId)), config, audit_retention_days: days };
    return { answer, audit: isChanged ? audit : null };
  });
}
