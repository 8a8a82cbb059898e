import { roleByName, roles } from '@console/contract/access';
import type { FieldProblem } from '@console/contract/errors';
import { organisationTextFields } from '@console/contract/fields/organisation-fields';
import { personFieldNames } from '@console/contract/fields/person-fields';
import { z } from 'zod';
import { Failure, invalidFields } from '../core/base/failure.ts';
import { validatorCompiler } from '../core/http/validate.ts';
import { choiceProblems } from '../lookups/choices.ts';
import { type OrganisationForm, organisationInput, parseOrganisationForm } from '../organisations/organisation-form.ts';
import type { UserLine } from './import-users.ts';
import { parseNewUserForm, userInput } from './user-form.ts';

export interface OrganisationLine {
  line: number;
  /** Brand name in lower case. */
  organisation: string;
  form: OrganisationForm & { user_limit: number | null };
}

type ParsedLine = ({ type: 'organisation' } & OrganisationLine) | ({ type: 'user' } & UserLine);
type RoleIds = ReadonlyMap<string | null, number>;

const largestLimit = 999_999_999;
const isLimit = (limit: number) => Number.isInteger(limit) && limit >= 1 && limit <= largestLimit;

const organisationLine = organisationInput.extend({
  user_limit: z.number().refine(isLimit, `must be a whole number from 1 to ${largestLimit}`).optional(),
});
const userLine = userInput.extend({ organisation: z.string(), role: z.string().optional() });

const fieldsOf = {
  organisation: ['type', ...organisationTextFields, 'user_limit'],
  user: ['type', 'organisation', ...personFieldNames],
};

/** Parses a line by the rules of forms, without the database. Throws 422 by field. */
export function parseImportLine(line: number, value: unknown, roleIds: RoleIds): ParsedLine {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidFields({ base: [{ code: 'FORMAT', message: 'must be a JSON object' }] });
  // A null field counts as missing.
  const given: Record<string, unknown> = Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));
  const type: unknown = given.type;
  if (type !== 'organisation' && type !== 'user')
    throw invalidFields({ type: [{ code: 'FORMAT', message: 'must be "organisation" or "user"' }] });
  const unknown = Object.keys(given).filter((name) => !fieldsOf[type].includes(name));
  if (unknown.length > 0) {
    const allowed: FieldProblem = {
      code: 'UNKNOWN',
      message: `is unknown. Allowed fields: ${fieldsOf[type].join(', ')}`,
    };
    throw invalidFields(Object.fromEntries(unknown.map((name) => [name.slice(0, 50), [allowed]])));
  }
  return type === 'organisation' ? parseOrganisationLine(line, given) : parseUserLine(line, given, roleIds);
}

function parseOrganisationLine(line: number, given: object): ParsedLine {
  const { user_limit = null, ...input } = validated(organisationLine, given);
  const form = parseOrganisationForm(input, {}, { isNew: false });
  requireOffered(form);
  return { type: 'organisation', line, organisation: form.brandname.toLowerCase(), form: { ...form, user_limit } };
}

function parseUserLine(line: number, given: object, roleIds: RoleIds): ParsedLine {
  const { organisation, role, ...input } = validated(userLine, given);
  const key = role === undefined ? undefined : roleByName(role);
  if (key === null)
    throw invalidFields({
      role: [{ code: 'UNKNOWN', message: `must be one of ${roles.map(({ name }) => name).join(', ')}` }],
    });
  const form = parseNewUserForm(input, { key, id: key && roleIds.get(key) });
  requireOffered(form);
  return { type: 'user', line, organisation: organisation.trim().toLowerCase(), form };
}

/** Requires an offered choice, because forms and filters of the console show no other value. Programs can send other values by the API. */
function requireOffered(form: object): void {
  const problems = choiceProblems({ ...form });
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** Validates like the body of a call. */
function validated<S extends z.ZodType>(schema: S, given: object): z.output<S> {
  const result = validatorCompiler({ schema, method: 'POST', url: '', httpPart: 'body' })(given) as
    | { value: z.output<S> }
    | { error: Error };
  if ('error' in result) throw result.error;
  return result.value;
}

/** Problems of a line by field. Rethrows other errors. */
export function problemsOf(error: unknown): string[] {
  if (!(error instanceof Failure) || !('errors' in error.body)) throw error;
  const errors = error.body.errors as Record<string, string[]>;
  return Object.entries(errors).flatMap(([field, texts]) => {
    const name = { base: '', role_id: 'role ' }[field] ?? `${field} `;
    return texts.map((text) => `${name}${text}`);
  });
}
