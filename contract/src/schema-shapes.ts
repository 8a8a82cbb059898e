import { readFileSync } from 'node:fs';
import type { DocumentNode, FieldDefinitionNode, InputValueDefinitionNode, TypeNode } from 'graphql';
import { Kind } from 'graphql/language/kinds.js';
import { parse } from 'graphql/language/parser.js';
import { z } from 'zod';
import { moment } from './shapes.ts';

const sdlFile = new URL('../../schema.graphql', import.meta.url);

/** The public schema. Extension calls use its types in requests and responses, so that each field is declared only there. */
export const schemaDocument: DocumentNode = parse(readFileSync(sdlFile, 'utf8'), { noLocation: true });

type Optional<T> = z.ZodOptional<z.ZodType<Exclude<T, undefined>, Exclude<T, undefined>>>;
type Shape<T> = { [K in keyof T]-?: undefined extends T[K] ? Optional<T[K]> : z.ZodType<T[K], T[K]> };

const definitions = new Map(
  schemaDocument.definitions.flatMap((definition) =>
    'name' in definition && definition.name ? [[definition.name.value, definition] as const] : [],
  ),
);

/** An id in any form. An id that our platform never creates finds nothing, like the id of a deleted row. */
export const anyId = z.union([z.int().positive(), z.string()]);

const scalars: Readonly<Record<string, z.ZodType>> = {
  String: z.string(),
  Int: z.int(),
  Boolean: z.boolean(),
  DateTime: moment,
};

/** An object type of the schema in a response; `without` names the fields that the gateway adds. */
export const responseShape = <T extends object>(type: string, ...without: string[]): z.ZodObject<Shape<T>> =>
  objectShape(type, without) as unknown as z.ZodObject<Shape<T>>;

/** An input type of the schema as query or body. */
export const inputShape = <T extends object>(type: string): z.ZodObject<Shape<T>> =>
  objectShape(type) as unknown as z.ZodObject<Shape<T>>;

/** Description of a mutation in the schema, without permissions and errors. */
export function mutationDescription(mutation: string): string {
  const definition = definitions.get('Mutation');
  const fields = definition?.kind === Kind.OBJECT_TYPE_DEFINITION ? definition.fields : [];
  const found = fields?.find(({ name }) => name.value === mutation);
  if (!found?.description) throw new Error(`schema.graphql has no mutation ${mutation}`);
  return found.description.value.split(/ (?:Requires|Errors)/, 1).join('');
}

export const enumShape = <T extends string>(type: string): z.ZodType<T, T> =>
  namedShape(type) as unknown as z.ZodType<T, T>;

function objectShape(type: string, without: readonly string[] = []): z.ZodObject {
  const definition = definitions.get(type);
  if (definition?.kind === Kind.OBJECT_TYPE_DEFINITION)
    return z.object(
      shapesOf(
        definition.fields?.filter(({ name }) => !without.includes(name.value)),
        answered,
      ),
    );
  if (definition?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) return z.object(shapesOf(definition.fields, given));
  throw new Error(`schema.graphql has no object ${type}`);
}

type Field = FieldDefinitionNode | InputValueDefinitionNode;

const shapesOf = (fields: readonly Field[] = [], shapeOf: (type: TypeNode) => z.ZodType) =>
  Object.fromEntries(
    fields.map(({ name, type, description }) => [name.value, shapeOf(type).describe(description?.value ?? '')]),
  );

const answered = (type: TypeNode): z.ZodType =>
  type.kind === Kind.NON_NULL_TYPE ? present(type.type, answered) : present(type, answered).nullable();

const given = (type: TypeNode): z.ZodType =>
  type.kind === Kind.NON_NULL_TYPE ? present(type.type, given) : present(type, given).nullish();

function present(type: TypeNode, shapeOf: (type: TypeNode) => z.ZodType): z.ZodType {
  if (type.kind === Kind.LIST_TYPE) return z.array(shapeOf(type.type));
  if (type.kind === Kind.NON_NULL_TYPE) return shapeOf(type);
  const name = type.name.value;
  if (name === 'ID') return shapeOf === given ? anyId : z.string();
  return namedShape(name);
}

function namedShape(name: string): z.ZodType {
  const definition = definitions.get(name);
  if (definition?.kind === Kind.ENUM_TYPE_DEFINITION)
    return z.enum((definition.values ?? []).map((value) => value.name.value));
  return scalars[name] ?? objectShape(name);
}
