import type { FieldProblem } from '@console/contract/errors';
import { tooLongProblem } from '@console/contract/field-problem';
import { textProblem } from '@console/contract/text-rules';

/** The problem of a trimmed text of a review, null when it has none. */
export const textProblemOf = (text: string, maxLength: number, { multiline = false } = {}): FieldProblem | null =>
  textProblem(text, { multiline }) ?? (Array.from(text).length > maxLength ? tooLongProblem(maxLength) : null);
