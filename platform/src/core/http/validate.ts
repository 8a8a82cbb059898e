import { normaliseText, opaqueProblem, textProblem } from '@console/contract/text-rules';
import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { invalid } from '../base/failure.ts';

/**
 * Fields whose value is used exactly as it was given: in another form it would be another secret. A password that was set before the rule for text may
 * break it; a new one is checked where it is set.
 */
const opaqueFields = ['password', 'password_confirmation', 'current_password', 'client_secret', 'data'];
const multilineFields = ['registered_address'];

/** Deeper than any body; a walk through one without end would end the stack. */
const mostLevels = 20;

type Issue = z.core.$ZodIssue;

/** Checks a call's query or body; what does not fit is a 422 that names each field and says what is allowed. Texts are stored in NFC. */
export const validate: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const known = fieldsOf(schema);
  return (given) => {
    if (isDeeper(given, mostLevels))
      return { error: invalid({ base: [`must have at most ${mostLevels} levels of lists and objects`] }) };
    const errors: Record<string, string[]> = {};
    const data = readTexts(given, 'base', (field, text) => {
      const opaque = httpPart === 'querystring' || opaqueFields.includes(field);
      // Blanks at the ends are cut off by the forms.
      const problem = opaque
        ? opaqueProblem(text)
        : textProblem(text.trim(), { multiline: multilineFields.includes(field) });
      // Fields that the call does not have are dropped; their names are not repeated.
      if (problem && known.has(field)) errors[field] = [problem];
      return opaqueFields.includes(field) ? text : normaliseText(text);
    });
    if (Object.keys(errors).length > 0) return { error: invalid(errors) };
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    for (const issue of parsed.error.issues) {
      const field = issue.path.findLast((part) => typeof part === 'string') ?? 'base';
      errors[field] = [...new Set([...(errors[field] ?? []), describe(issue, data)])];
    }
    return { error: invalid(errors) };
  };
};

/** The names of all fields of a query or body, and of the whole. */
function fieldsOf(schema: z.ZodType): ReadonlySet<string> {
  const names = new Set(['base']);
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('properties' in value) for (const name of Object.keys(value.properties as object)) names.add(name);
    for (const part of Object.values(value)) collect(part);
  };
  collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return names;
}

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

/** Whether there are more levels of lists and objects in each other. */
const isDeeper = (data: unknown, levels: number): boolean =>
  typeof data === 'object' &&
  data !== null &&
  (levels === 0 || Object.values(data).some((value) => isDeeper(value, levels - 1)));

/** Gives each text of a query or body to `read`, with the field that it is in, and puts what it returns in its place. */
function readTexts(data: unknown, field: string, read: (field: string, text: string) => string): unknown {
  if (typeof data === 'string') return read(field, data);
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((item) => readTexts(item, field, read));
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, readTexts(value, key, read)]));
}
