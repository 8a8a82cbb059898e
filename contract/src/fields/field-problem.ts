import type { FieldProblem } from '../errors.ts';
import { texts } from '../rules.ts';
import type { Field } from './field.ts';
import { textProblem } from './text-rules.ts';

export const requiredProblem: FieldProblem = { code: 'REQUIRED', message: texts.field.required };

export const tooLongProblem = (most: number): FieldProblem => ({
  code: 'TOO_LONG',
  message: `must have at most ${most} characters`,
});

/** The problem of a trimmed text for its field, null when it has none: missing, not fit to be stored, or too long. Lengths count characters (SPEC 5). */
export function fieldProblem(
  { required, maxLength }: Pick<Field, 'required' | 'maxLength'>,
  text: string,
  { multiline = false } = {},
): FieldProblem | null {
  if (text === '') return required ? requiredProblem : null;
  // The format alone decides if there is no length.
  if (maxLength === undefined) return null;
  const problem = textProblem(text, { multiline });
  return problem ?? (Array.from(text).length > maxLength ? tooLongProblem(maxLength) : null);
}
