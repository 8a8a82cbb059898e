import { z } from 'zod';
import type { Call } from '../call.ts';
import { entUsrInput } from '../shapes.ts';
import { apiObjects } from './api-objects.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

const schemasPath = '#/components/schemas/';

/** The name of the shared object that a schema refers to. */
export const referencedSchemaName = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(schemasPath.length);

/** Whether a field is an extension, which the gateway sends only to a product API that announces extensions. */
export const isExtensionField = ({ description }: JsonSchema): boolean => description?.startsWith('extension') ?? false;

const neededOf = new Map<unknown, readonly string[]>(
  Object.values(apiObjects).map(({ schema, needed }) => [schema, needed]),
);

/** The required parts of a response. Lists are not required: a missing list is empty. */
function requiredResponseKeys({ kind, needsAnswer, answer }: Call): string[] {
  if (kind !== 'read' && !needsAnswer) return [];
  return Object.entries(answer.shape).flatMap(([key, schema]) =>
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodArray ? [] : key,
  );
}

type Override = NonNullable<z.core.RegistryToJSONSchemaParams['override']>;

/** Converts schemas together, so that they reference each other by name. */
function convert(schemas: Record<string, z.ZodType>, override: Override): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, { uri: (id) => `${schemasPath}${id}`, io: 'input', override });
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([id, { $id: _id, $schema: _schema, ...schema }]) => [id, schema]),
  );
}

const markExtensions: Override = ({ jsonSchema }) => {
  if (isExtensionField(jsonSchema)) jsonSchema['x-extension'] = true;
};

/** Only what the gateway needs is required; everything else is optional. */
const requireNeeded: Override = (context) => {
  const { zodSchema, jsonSchema } = context;
  markExtensions(context);
  if (jsonSchema.type !== 'object') return;
  const needed = neededOf.get(zodSchema) ?? [];
  if (needed.length > 0) jsonSchema.required = [...needed];
  else delete jsonSchema.required;
};

/** JSON Schemas of the shared objects and of each call. */
export function apiSchemas(calls: readonly Call[]) {
  const objects = Object.fromEntries(Object.entries(apiObjects).map(([name, { schema }]) => [name, schema]));
  const answers = convert(
    { ...objects, ...Object.fromEntries(calls.map(({ name, answer }) => [`${name}.answer`, z.object(answer.shape)])) },
    requireNeeded,
  );
  const inputs = convert(
    {
      UserInput: entUsrInput,
      ...Object.fromEntries(
        calls.flatMap(({ name, query, body }) => [
          ...(query ? [[`${name}.query`, z.object(query.shape)] as const] : []),
          ...(body ? [[`${name}.body`, z.object(body.shape)] as const] : []),
        ]),
      ),
    },
    markExtensions,
  );
  const shared: Record<string, JsonSchema> = Object.fromEntries(
    [...Object.keys(objects), 'UserInput'].map((name) => [name, answers[name] ?? inputs[name] ?? {}]),
  );
  const named = (name: string): JsonSchema | undefined => answers[name] ?? inputs[name];
  return {
    shared,
    of(call: Call) {
      const required = requiredResponseKeys(call);
      const answer = named(`${call.name}.answer`) ?? {};
      return {
        query: named(`${call.name}.query`),
        body: named(`${call.name}.body`),
        answer: required.length > 0 ? { ...answer, required } : answer,
      };
    },
  };
}
