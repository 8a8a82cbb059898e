import { tooLongProblem } from '@console/contract/fields/field-problem';
import { coerceInputValue, type GraphQLArgument, type GraphQLSchema, isObjectType } from 'graphql';
import { codeOfWording } from '../base/code-of-wording.ts';
import { type FieldError, invalid } from '../base/errors.ts';

const pageArguments = ['first', 'last', 'after', 'before', 'offset'];
/** The URL contains them encrypted. */
const longestArguments = 6_000;

/** Parses a list's arguments like its field; INVALID by name. A list of an organisation also takes `organisationId`. */
export function parseExportArguments<A>(
  schema: GraphQLSchema,
  [typeName, fieldName]: readonly [type: 'Query' | 'Organisation', field: string],
  text: string,
): A {
  if (text.length > longestArguments) throw invalid([{ path: 'arguments', ...tooLongProblem(longestArguments) }]);
  const given = parseObject(text);
  const type = schema.getType(typeName);
  const args = (isObjectType(type) ? (type.getFields()[fieldName]?.args ?? []) : []).filter(
    ({ name }) => !pageArguments.includes(name),
  );
  const errors: FieldError[] = Object.keys(given)
    .filter((name) => !args.some((arg) => arg.name === name) && !(typeName === 'Organisation' && name === idName))
    .map((name) => ({ path: `arguments.${name}`, code: 'OTHER', message: 'is not an argument of this list' }));
  const values = Object.fromEntries(
    args.flatMap((arg) => (given[arg.name] === undefined ? [] : [[arg.name, coerced(arg, given[arg.name], errors)]])),
  );
  if (typeName === 'Organisation') {
    const id = given[idName];
    if (typeof id === 'string' || typeof id === 'number') values[idName] = String(id);
    else errors.push({ path: `arguments.${idName}`, code: 'REQUIRED', message: 'is required' });
  }
  if (errors.length > 0) throw invalid(errors.slice(0, 20));
  return values as A;
}

const idName = 'organisationId';

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Not JSON: rejected like any other value that is not an object.
  }
  throw invalid([{ path: 'arguments', code: 'FORMAT', message: 'must be a JSON object' }]);
}

function coerced({ name, type }: GraphQLArgument, value: unknown, errors: FieldError[]): unknown {
  return coerceInputValue(value, type, (path, _value, error) => {
    const { message } = error;
    errors.push({ path: ['arguments', name, ...path].join('.'), code: codeOfWording(message), message });
  });
}

export const filterNames = (args: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(args).flatMap(([name, value]) => {
    if (value == null || name === idName || name === 'orderBy') return [];
    return name === 'filter' && typeof value === 'object' ? Object.keys(value) : [name];
  });
