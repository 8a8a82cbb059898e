import type { FieldProblem } from '../errors.ts';
import { texts } from '../rules.ts';
import type { Field } from './field.ts';
import { textProblem } from './text-rules.ts';

export const requiredProblem: FieldProblem = { code: 'REQUIRED', message: texts.field.required };

export const tooLongProblem = (most: number): FieldProblem => ({
  code: 'TOO_LONG',
  message: `must have at most ${most} characters`,
});

/** The problem of a trimmed text in its field, null if valid: missing, not storable, or too long. Lengths count characters (SPEC 5). */
export function fieldProblem(
  { required, maxLength }: Pick<Field, 'required' | 'maxLength'>,
  text: string,
  { multiline = false } = {},
): FieldProblem | null {
  if (text === '') return required ? requiredProblem : null;
  // Without a maximum length only the format is checked.
  if (maxLength === undefined) return null;
  const problem = textProblem(text, { multiline });
  return problem ?? (Array.from(text).length > maxLength ? tooLongProblem(maxLength) : null);
}
