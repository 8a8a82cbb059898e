import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { invalid } from './failure.ts';

type Issue = z.core.$ZodIssue;

/** Checks a call's query or body; what does not fit is a 422 that names each field and says what is allowed. */
export const validate: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const nul = nulIn(data, 'base');
    if (nul) return { error: invalid({ [nul]: ['must not contain control characters'] }) };
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    const errors: Record<string, string[]> = {};
    for (const issue of parsed.error.issues) {
      const field = issue.path.findLast((part) => typeof part === 'string') ?? 'base';
      errors[field] = [...new Set([...(errors[field] ?? []), describe(issue, data)])];
    }
    return { error: invalid(errors) };
  };

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function describe(issue: Issue, data: unknown): string {
  if (issue.path.length > 0 && valueAt(data, issue.path) == null) return 'is required';
  if (issue.code === 'too_big' && issue.origin === 'string') return `must have at most ${issue.maximum} characters`;
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_union')
    return issue.errors.flat().find(({ message }) => message.startsWith('must '))?.message ?? 'is of the wrong kind';
  return issue.message;
}

const valueAt = (data: unknown, path: PropertyKey[]) =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], data);

// The database refuses a NUL in a text; found here it is the caller's fault and not a failure of ours.
function nulIn(data: unknown, field: string): string | null {
  if (typeof data === 'string') return data.includes('\u0000') ? field : null;
  if (typeof data !== 'object' || data === null) return null;
  for (const [key, value] of Object.entries(data)) {
    const found = nulIn(value, Array.isArray(data) ? field : key);
    if (found) return found;
  }
  return null;
}
