import type { Call } from '../call.ts';
import { calls, callsByArea } from '../calls/all.ts';
import { capabilitiesCall, extensionCalls } from '../calls/extensions.ts';
import { type ApiObject, apiObjects } from './api-objects.ts';
import { apiSchemas, isExtensionField, type JsonSchema, referencedSchemaName } from './api-schemas.ts';
import * as texts from './api-texts.ts';

interface Field {
  path: string;
  type: string;
  required: boolean;
  extension: boolean;
  text: string;
}

const schemaOf = (value: unknown): JsonSchema => value as JsonSchema;

/** The pattern of ids. It recognises an id if the schema has a description of its own. */
const idPattern = '^(0|[1-9]\\d{0,14})$';
const typeNames: Record<string, string> = { string: 'string', integer: 'integer', boolean: 'true or false' };

function typeOf(schema: JsonSchema): string {
  const name = referencedSchemaName(schema);
  if (name) return `[${name}](#${name.toLowerCase()})`;
  if (isId(schema)) return 'id';
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(schemaOf(one))).join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.type === 'array') return `list of ${typeOf(schemaOf(schema.items))}`;
  return [schema.type ?? []]
    .flat()
    .map((type) => typeNames[type] ?? type)
    .join(' or ');
}

const isId = ({ description, anyOf }: JsonSchema): boolean =>
  description === 'id' || (anyOf?.some((one) => schemaOf(one).pattern === idPattern) ?? false);

/** The object schema of a nullable field. */
const objectIn = (schema: JsonSchema): JsonSchema | undefined =>
  schema.properties ? schema : schema.anyOf?.map(schemaOf).find(({ properties }) => properties);

/** The description of a field, or of the type in a nullable field. */
function textOf(schema: JsonSchema): string {
  const description = schema.description ?? schema.anyOf?.map((one) => schemaOf(one).description).find(Boolean) ?? '';
  return description === 'id' ? '' : description.replace(/^extension(: )?/, '');
}

/** The fields of an object; those of nested objects have a path. */
function fieldsOf(schema: JsonSchema, prefix = '', isInside = false): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const property = schemaOf(value);
    const inside = objectIn(property);
    const required = schema.required?.includes(key) ?? false;
    const extension = isInside || isExtensionField(property);
    const field = { path: prefix + key, required, extension, text: textOf(property) };
    const isNullable = inside !== undefined && inside !== property;
    const objectField = { ...field, type: isNullable ? 'object or null' : 'object' };
    if (!inside) return { ...field, type: typeOf(property) };
    return [objectField, ...fieldsOf(inside, `${prefix}${key}.`, extension)];
  });
}

function table(kind: string, needed: 'needed' | 'required', fields: readonly Field[]): string[] {
  if (fields.length === 0) return [];
  const rows = fields.map(
    ({ path, type, required, text }) => `| \`${path}\` | ${type} | ${required ? 'yes' : ''} | ${text} |`,
  );
  return [`| ${kind} | type | ${needed} | meaning |`, '|---|---|---|---|', ...rows, ''];
}

/** docs/product-api.md as Markdown. */
export function productApiMarkdown(): string {
  const ownCalls: Call[] = [capabilitiesCall, ...Object.values(extensionCalls)];
  const schemas = apiSchemas([...Object.values(calls), ...ownCalls]);

  const partsOf = (call: Call, isWanted: (field: Field) => boolean): string[] => {
    const { query, body, answer } = schemas.of(call);
    const wanted = (schema: JsonSchema | undefined) => fieldsOf(schema ?? {}).filter(isWanted);
    return [
      ...table('parameter', 'required', wanted(query)),
      ...table(call.kind === 'upload' ? 'form field' : 'body', 'required', wanted(body)),
      ...table('response', 'needed', wanted(answer)),
    ];
  };
  const section = (call: Call, isWanted: (field: Field) => boolean): string[] => {
    const files = (call.files ?? []).map((name) => `\`${name}\``).join(' and ');
    const notes = [...(files ? [`Files: ${files}.`] : []), ...texts.responseNotes(call)].join(' ');
    const failures = texts.failuresOf(call).map(({ status, code, text }) => `- ${status} \`${code}\`: ${text}`);
    return [
      `### ${call.item.startsWith('REST') ? `${call.item} ` : ''}\`${call.method} ${call.path}\``,
      '',
      call.description,
      '',
      texts.whenCalledText(call),
      '',
      ...partsOf(call, isWanted),
      ...(notes ? [notes, ''] : []),
      ...(failures.length > 0 ? ['Failures:', '', ...failures, ''] : []),
    ];
  };
  const isSpecified = ({ extension }: Field) => !extension;
  const areas = Object.entries<Record<string, Call>>(callsByArea).flatMap(([area, calls]) => [
    `## Calls: ${area}`,
    '',
    ...Object.values(calls).flatMap((call) => section(call, isSpecified)),
  ]);
  const extended = Object.values<Call>(calls).flatMap((call) => {
    const parts = partsOf(call, ({ extension }) => extension);
    return parts.length > 0 ? [`### More of \`${call.method} ${call.path}\``, '', ...parts] : [];
  });
  const objects = Object.entries<ApiObject>(apiObjects).flatMap(([name, { title, schema, base }]) => {
    const inherited = new Set(base && fieldsOf(schemas.shared[base] ?? {}).map((field) => JSON.stringify(field)));
    const fields = fieldsOf(schemas.shared[name] ?? {}).filter((field) => !inherited.has(JSON.stringify(field)));
    const sentences = [
      `${title}.`,
      texts.objectLocatorNote(schema),
      base ? `The fields of [${base}](#${base.toLowerCase()}), and:` : '',
    ];
    return [`### ${name}`, '', sentences.filter(Boolean).join(' '), '', ...table('field', 'needed', fields)];
  });
  const input = fieldsOf(schemas.shared.UserInput ?? {});
  const list = (rules: readonly string[]) => [...rules.map((rule) => `- ${rule}`), ''];
  return [
    '# Product API',
    '',
    'The build generates this page from `contract/src`. The same content is an OpenAPI 3.1 document at `/openapi.json` of the platform, and in',
    "`platform/dist/openapi.json` of a build. [graphql-rest-calls.md](graphql-rest-calls.md) lists the calls of each GraphQL field, and `npm run check-api` reads a product API's",
    'responses as the gateway does ([external-product-api.md](operating/external-product-api.md)).',
    '',
    ...texts.apiIntroduction.flatMap((paragraph) => [paragraph, '']),
    '## Requests',
    '',
    ...list(texts.requestRules),
    '## How responses are read',
    '',
    ...list(texts.responseReadingRules),
    '“Needed” marks the parts that the console cannot work without. Every other part of a response is optional.',
    '',
    '## Failures',
    '',
    ...list(texts.failureRules),
    ...areas,
    '## Objects',
    '',
    ...objects,
    '### UserInput',
    '',
    'The fields of a user in requests.',
    '',
    ...table('field', 'required', input.filter(isSpecified)),
    '## Extensions',
    '',
    ...list(texts.apiExtensionRules),
    'The capabilities:',
    '',
    ...list(texts.capabilityTexts),
    ...ownCalls.flatMap((call) => section(call, () => true)),
    ...extended,
    '### More of UserInput',
    '',
    ...table(
      'field',
      'required',
      input.filter(({ extension }) => extension),
    ),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
