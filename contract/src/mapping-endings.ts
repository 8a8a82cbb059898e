import type { Field } from './field.ts';
import { fieldProblem } from './field-problem.ts';

/** The statuses of what was ended after it was accepted, and of what its sender took back before it was answered. */
export const endedStatus = 'Ended';
export const withdrawnStatus = 'Withdrawn';

/** Why something is rejected, ended or withdrawn. */
export const reasonField: Field = { name: 'reason', label: 'Reason', type: 'text', maxLength: 500 };

/** A reason as it is sent and stored; undefined for none. */
export const trimmedReason = (reason: string | null | undefined): string | undefined => reason?.trim() || undefined;

/** The problem of a reason, null when it has none. */
export const reasonProblem = (reason: string | null | undefined): string | null =>
  fieldProblem(reasonField, trimmedReason(reason) ?? '', { multiline: true });
