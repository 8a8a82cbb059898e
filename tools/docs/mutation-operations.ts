import type { MutationName } from '@console/contract/mutations';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
  print,
} from 'graphql';
import { capitalised } from './markup.ts';
import type { ReadyOperation } from './operations.ts';
import { given, values } from './sample-values.ts';
import { schema } from './schema.ts';

type InputField = GraphQLArgument | GraphQLInputField;

function sampleOf({ name, type }: Pick<InputField, 'name' | 'type'>, more: Readonly<Record<string, unknown>>): unknown {
  if (name in more) return more[name];
  const nullable: GraphQLInputType = getNullableType(type);
  if (isListType(nullable)) return [sampleOf({ name, type: nullable.ofType }, more)];
  if (isInputObjectType(nullable)) return objectOf(nullable, more);
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (String(nullable) === 'Upload') return null;
  if (!(name in values)) throw new Error(`tools/docs/sample-values.ts has no value for ${name}`);
  return values[name];
}

const isRequired = ({ type, defaultValue }: InputField) => isNonNullType(type) && defaultValue === undefined;

const objectOf = (
  type: { getFields(): Record<string, GraphQLInputField> },
  more: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.values(type.getFields())
      .filter((field) => isRequired(field) || field.name in more)
      .map((field) => [field.name, sampleOf(field, more)]),
  );

function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isUnionType(named)) {
    const parts = named.getTypes().map((one) => `... on ${one.name} ${selectionOf(one, depth)}`);
    return `{ __typename ${parts.join(' ')} }`;
  }
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(
    ({ args, astNode }) => args.every((argument) => !isRequired(argument)) && !astNode?.directives?.length,
  );
  const plain = fields.filter((field) => isLeafType(getNamedType(field.type))).slice(0, depth === 0 ? 12 : 4);
  const objects = fields.filter(
    (field) => isCompositeType(getNamedType(field.type)) && field.args.length === 0 && depth < 2,
  );
  const below = objects.slice(0, 4).map((field) => `${field.name} ${selectionOf(field.type, depth + 1)}`);
  return `{ ${[...plain.map(({ name }) => name), ...below].join(' ') || '__typename'} }`;
}

export function mutationOperation(name: MutationName): ReadyOperation {
  const field = schema.getMutationType()?.getFields()[name];
  if (!field) throw new Error(`the schema has no mutation ${name}`);
  const more = given[name] ?? {};
  const args = field.args.filter((argument) => isRequired(argument) || argument.name in more);
  const declared = args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ');
  const passed = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const document = `mutation ${capitalised(name)}${declared && `(${declared})`} {
    ${name}${passed && `(${passed})`} ${selectionOf(field.type, 0)}
  }`;
  const file = args.find(({ type }) => String(getNamedType(type)) === 'Upload')?.name;
  return {
    name,
    kind: 'mutation',
    document: print(parse(document)),
    variables: Object.fromEntries(args.map((argument) => [argument.name, sampleOf(argument, more)])),
    ...(file && { file }),
  };
}
