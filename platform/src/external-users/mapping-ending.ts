import type { Action } from '@console/contract/access';
import type { AuditAction } from '@console/contract/audit-actions';
import { endedStatus, reasonProblem, trimmedReason, withdrawnStatus } from '@console/contract/mapping-endings';
import { refusalTexts } from '@console/contract/rules';
import { addMs, type Clock, secondMs } from '../core/base/clock.ts';
import { conflict, invalidFields } from '../core/base/failure.ts';

/** Ends an accepted mapping (`end`) or an open request (`withdraw`). */
export type Ending = 'end' | 'withdraw';

interface EndingRules {
  mapping: { action: Action; event: AuditAction };
  externalUser: { action: Action; event: AuditAction };
  /** Value of `activated` that the change requires. */
  from: true | null;
  status: string;
}

export const endings: Record<Ending, EndingRules> = {
  end: {
    mapping: { action: 'mappings:answer', event: 'mappings:end' },
    externalUser: { action: 'users:mapExternal', event: 'users:removeExternal' },
    from: true,
    status: endedStatus,
  },
  withdraw: {
    mapping: { action: 'mappings:invite', event: 'mappings:withdraw' },
    externalUser: { action: 'users:inviteExternal', event: 'users:withdrawExternal' },
    from: null,
    status: withdrawnStatus,
  },
};

/** Whether the mapping was ended in this way before. Throws 409 in any state other than the required one. */
export function isStoppedBefore(
  ending: Ending,
  { activated, status }: { activated: boolean | null; status: string | null },
) {
  const { from, status: stopped } = endings[ending];
  if (activated === from) return false;
  if (activated === false && status === stopped) return true;
  if (ending === 'withdraw') throw conflict(refusalTexts.requestNotPending);
  throw conflict(
    activated === null
      ? 'This request is not accepted yet. Withdraw or reject it instead.'
      : 'This request cannot be ended, because it was rejected or withdrawn.',
  );
}

const crossingMs = 10 * secondMs;

/** Whether a rejection ends an accepted mapping, if there is no other call for that. A rejection that crossed the acceptance does not. */
export const endsByRejection = (
  { clock, settings }: { clock: Clock; settings: { extensions: boolean } },
  { activated, status, at }: { activated: boolean | null; status: string | null; at: Date },
): boolean =>
  !settings.extensions &&
  (activated ? at <= addMs(clock(), -crossingMs) : activated === false && status === endedStatus);

/** A reason to store, null for none. Throws 422. */
export function parseReason(reason: string | undefined): string | null {
  const problem = reasonProblem(reason);
  if (problem) throw invalidFields({ reason: [problem] });
  return trimmedReason(reason) ?? null;
}
