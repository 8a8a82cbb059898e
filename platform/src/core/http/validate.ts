import type { FieldProblem } from '@console/contract/errors';
import { enteredText } from '@console/contract/fields/field';
import { tooLongProblem } from '@console/contract/fields/field-problem';
import { organisationFields } from '@console/contract/fields/organisation-fields';
import { personFields } from '@console/contract/fields/person-fields';
import { normaliseText, textProblem, verbatimTextProblem } from '@console/contract/fields/text-rules';
import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { invalidFields } from '../base/failure.ts';

/** Fields that are used as given. Old passwords can predate the rule for text; new ones are checked when set. */
const opaqueFields = ['password', 'password_confirmation', 'current_password', 'client_secret', 'data'];
const multilineFields = ['registered_address', 'reason'];

const declaredFields: Readonly<Record<string, { type: string; format?: string }>> = {
  ...organisationFields,
  ...personFields,
};
/** Names and numbers from which invisible, accidentally copied characters are removed. */
const cleanedFields = new Set(
  Object.entries(declaredFields).flatMap(([field, { format }]) =>
    format === 'name' || format === 'mobile' ? [field] : [],
  ),
);

/** Deeper than any valid body; unbounded recursion would overflow the stack. */
const maxLevels = 20;

type Issue = z.core.$ZodIssue;

/** Validates a query or body. Throws 422 by field; normalises text to NFC. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  // Lazy, because reading the fields of all calls would slow every start.
  let knownFields: ReadonlySet<string> | undefined;
  const isKnown = (field: string) => {
    knownFields ??= fieldsOf(schema);
    return knownFields.has(field);
  };
  return (input) => {
    if (isDeeper(input, maxLevels))
      return {
        error: invalidFields({
          base: [{ code: 'FORMAT', message: `must have at most ${maxLevels} levels of nested lists and objects` }],
        }),
      };
    const problems: Record<string, FieldProblem[]> = {};
    const data = readTexts(input, 'base', (field, given) => {
      const text = cleanedFields.has(field) ? enteredText(declaredFields[field] ?? {}, given) : given;
      const opaque = httpPart === 'querystring' || opaqueFields.includes(field);
      // The forms trim texts.
      const problem = opaque
        ? verbatimTextProblem(text)
        : textProblem(text.trim(), { multiline: multilineFields.includes(field) });
      // Unknown fields are dropped and not named in the response.
      if (problem && isKnown(field)) problems[field] = [problem];
      return opaqueFields.includes(field) ? text : normaliseText(text);
    });
    if (Object.keys(problems).length > 0) return { error: invalidFields(problems) };
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    for (const issue of parsed.error.issues) {
      const field = issue.path.findLast((part) => typeof part === 'string') ?? 'base';
      const problem = describe(issue, data);
      const found = problems[field] ?? [];
      if (!found.some(({ message }) => message === problem.message)) problems[field] = [...found, problem];
    }
    return { error: invalidFields(problems) };
  };
};

/** Parses the query of another call inside a body; throws the same 422. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = validatorCompiler({ schema, method: 'GET', url: '', httpPart: 'querystring' })(input);
  if (parsed && typeof parsed === 'object' && 'value' in parsed) return parsed.value;
  throw (parsed as { error: Error }).error;
}

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

function describe(issue: Issue, data: unknown): FieldProblem {
  if (issue.path.length > 0 && valueAt(data, issue.path) == null) return { code: 'REQUIRED', message: 'is required' };
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string'
        ? tooLongProblem(Number(issue.maximum))
        : { code: 'OTHER', message: issue.message };
    case 'too_small':
    case 'unrecognized_keys':
      return { code: 'OTHER', message: issue.message };
    case 'invalid_type':
      return { code: 'FORMAT', message: `must be ${kinds[issue.expected] ?? issue.expected}` };
    case 'invalid_value':
      return { code: 'UNKNOWN', message: `must be one of ${issue.values.join(', ')}` };
    case 'invalid_union':
      return { code: 'FORMAT', message: formatOf(issue.errors.flat()) ?? 'must be of the declared type' };
    default:
      return { code: 'FORMAT', message: issue.message };
  }
}

/** Format that a union requires of a text. */
const formatOf = (issues: readonly Issue[]): string | undefined =>
  issues.find(({ code }) => code === 'invalid_format')?.message;

const valueAt = (data: unknown, path: PropertyKey[]) =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], data);

const isDeeper = (data: unknown, levels: number): boolean =>
  typeof data === 'object' &&
  data !== null &&
  (levels === 0 || Object.values(data).some((value) => isDeeper(value, levels - 1)));

/** Maps every text of a query or body; `read` gets the field name. */
function readTexts(data: unknown, field: string, read: (field: string, text: string) => string): unknown {
  if (typeof data === 'string') return read(field, data);
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((item) => readTexts(item, field, read));
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, readTexts(value, key, read)]));
}
