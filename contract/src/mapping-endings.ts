import type { FieldProblem } from './errors.ts';
import type { Field } from './fields/field.ts';
import { fieldProblem } from './fields/field-problem.ts';
import { maxLength, texts } from './rules.ts';

/** The statuses of an accepted mapping that was ended, and of a pending request that its sender withdrew. */
export const { ended: endedStatus, withdrawn: withdrawnStatus } = texts.mappings;

/** Why a request is rejected or withdrawn, or a mapping ended. */
const reasonField: Field = { name: 'reason', label: 'Reason', type: 'text', maxLength: maxLength.reason };

/** A reason as it is sent and stored; undefined for none. */
export const trimmedReason = (reason: string | null | undefined): string | undefined => reason?.trim() || undefined;

/** The problem of a reason, null when it has none. */
export const reasonProblem = (reason: string | null | undefined): FieldProblem | null =>
  fieldProblem(reasonField, trimmedReason(reason) ?? '', { multiline: true });
