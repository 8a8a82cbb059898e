import { anyText, anyValue, numberUpTo, rarely } from '@console/platform/testing/hostile-values';
import fc, { type GeneratorValue } from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  OperationTypeNode,
} from 'graphql';

/** Good values of an argument or field, by its name. */
export type KnownValues = (name: string) => readonly unknown[];

export interface GeneratedOperation {
  query: string;
  variables: Record<string, unknown>;
  /** The paths of variables that hold files, such as `variables.v0.logo`. */
  files: string[];
}

const mostDepth = 3;
const wrongTypes = ['String', 'Int!', '[ID!]', 'Boolean', 'Missing', 'Viewer', 'LoginInput'];
const texts = ['x', 'Some text', 'é', '', '1'];

/** Generates an operation for the schema, with valid arguments, or with some or many invalid ones. */
class OperationWriter {
  readonly variables: { name: string; type: string; value: unknown }[] = [];
  readonly files: string[] = [];
  readonly #g: GeneratorValue;
  readonly #isOdd: () => boolean;
  readonly #known: KnownValues;

  constructor(g: GeneratorValue, isOdd: () => boolean, known: KnownValues) {
    this.#g = g;
    this.#isOdd = isOdd;
    this.#known = known;
  }

  field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNamedType(field.type);
    const given = this.#given(field.args).map((arg) => `${arg.name}: ${this.#argument(arg)}`);
    const list = [...given, ...(this.#isOdd() ? ['missing: 1'] : [])].join(', ');
    const below = isCompositeType(type) ? ` ${this.#selection(type, depth)}` : '';
    return `${field.name}${list && `(${list})`}${below}`;
  }

  /** The arguments or fields to write: all required ones, and half of the optional ones. */
  #given<T extends { type: GraphQLInputType }>(all: readonly T[]): readonly T[] {
    return all.filter(({ type }) => (isNonNullType(type) ? !this.#isOdd() : rarely(this.#g, 2)));
  }

  #argument({ name, type }: GraphQLArgument): string {
    const variable = `v${this.variables.length}`;
    const value = this.#input(type, name, `variables.${variable}`);
    if (rarely(this.#g, 8)) return literal(value);
    const declared = this.#isOdd() ? this.#g(fc.constantFrom, ...wrongTypes) : String(type);
    this.variables.push({ name: variable, type: declared, value });
    return `$${variable}`;
  }

  #input(type: GraphQLInputType, name: string, path: string): unknown {
    const g = this.#g;
    if (this.#isOdd()) return g(anyValue);
    const nullable = getNullableType(type);
    if (String(nullable) === 'Upload') {
      this.files.push(path);
      return null;
    }
    const existing = this.#known(name);
    if (existing.length > 0 && !this.#isOdd()) return g(fc.constantFrom, ...existing);
    if (!isNonNullType(type) && rarely(g, 8)) return null;
    if (isListType(nullable))
      return Array.from({ length: numberUpTo(g, 3) }, (_, n) => this.#input(nullable.ofType, name, `${path}.${n}`));
    if (isEnumType(nullable)) return g(fc.constantFrom, ...nullable.getValues().map((value) => value.name));
    if (isInputObjectType(nullable)) return this.#object(Object.values(nullable.getFields()), path);
    if (String(nullable) === 'Boolean') return g(fc.boolean);
    if (String(nullable) === 'Int') return g(fc.constantFrom, 1, 2, 25);
    return this.#isOdd() ? g(anyText) : g(fc.constantFrom, ...texts);
  }

  #object(fields: readonly { name: string; type: GraphQLInputType }[], path: string): Record<string, unknown> {
    const given = this.#given(fields);
    const entries = given.map(({ name, type }) => [name, this.#input(type, name, `${path}.${name}`)] as const);
    return Object.fromEntries(this.#isOdd() ? [...entries, [this.#g(anyText), this.#g(anyValue)]] : entries);
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    if (isUnionType(type)) {
      const parts = type.getTypes().map((one) => `... on ${one.name} ${this.#selection(one, depth)}`);
      return `{ __typename ${parts.join(' ')} }`;
    }
    const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
    const possible = fields.filter((field) => depth < mostDepth || !isCompositeType(getNamedType(field.type)));
    const written = Array.from({ length: 1 + numberUpTo(this.#g, 2) }, (_, place) => {
      const field = possible[numberUpTo(this.#g, Math.max(0, possible.length - 1))];
      return field ? `a${place}: ${this.field(field, depth + 1)}` : '';
    });
    return `{ ${['__typename', ...written].join(' ')} }`;
  }
}

/** A value in GraphQL syntax. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(' ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, one]) => `${key}: ${literal(one)}`)
      .join(' ')}}`;
  if (typeof value === 'string' && /^[A-Z_]+$/.test(value)) return value;
  return JSON.stringify(value) ?? 'null';
}

/** An operation of one or two queries, or of a mutation. Each root field is as likely as any other. */
export function operationOf(
  g: GeneratorValue,
  isOdd: () => boolean,
  schema: GraphQLSchema,
  known: KnownValues,
): GeneratedOperation {
  const fieldsOf = (kind: OperationTypeNode) => Object.values(schema.getRootType(kind)?.getFields() ?? {});
  const queries = fieldsOf(OperationTypeNode.QUERY);
  const fields = [...queries, ...fieldsOf(OperationTypeNode.MUTATION)];
  const place = numberUpTo(g, fields.length - 1);
  const isQuery = place < queries.length;
  const others = (isQuery && rarely(g, 3)) || isOdd() ? [fields[numberUpTo(g, queries.length - 1)]] : [];
  const writer = new OperationWriter(g, isOdd, known);
  const written = [fields[place], ...others].map((field, n) => (field ? `r${n}: ${writer.field(field, 0)}` : ''));
  const definitions = writer.variables.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const kind = isQuery ? 'query' : 'mutation';
  const query = `${kind} Generated${definitions && `(${definitions})`} { ${written.join(' ')} }`;
  return {
    query: isOdd() ? query.slice(0, numberUpTo(g, query.length)) : query,
    variables: Object.fromEntries(writer.variables.map(({ name, value }) => [name, value])),
    files: writer.files,
  };
}
