import type { Field } from './field.ts';
import { texts } from './rules.ts';
import { textProblem } from './text-rules.ts';

/** The problem of a trimmed text for its field, null when it has none: missing, not fit to be stored, or too long. Lengths count characters (SPEC 5). */
export function fieldProblem({ required, maxLength }: Field, text: string, { multiline = false } = {}): string | null {
  if (text === '') return required ? texts.field.required : null;
  // Without a length the format decides alone.
  if (maxLength === undefined) return null;
  const problem = textProblem(text, { multiline });
  return problem ?? (Array.from(text).length > maxLength ? `must have at most ${maxLength} characters` : null);
}
