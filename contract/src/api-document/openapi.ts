import type { Call } from '../call.ts';
import { callsByArea } from '../calls/all.ts';
import { capabilitiesCall, extensionCalls } from '../calls/extensions.ts';
import { errorCodes, fieldErrorCodes } from '../errors.ts';
import { keyHeaders } from '../key-headers.ts';
import { apiObjects } from './api-objects.ts';
import { apiSchemas, type JsonSchema } from './api-schemas.ts';
import * as texts from './api-texts.ts';

/** The contract as an OpenAPI 3.1 document: the same content as docs/product-api.md. */

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
const described = (...paragraphs: string[]): string => paragraphs.join('\n\n');
const bullets = (rules: readonly string[]): string => rules.map((rule) => `- ${rule}`).join('\n');

function parametersOf(query: JsonSchema | undefined) {
  return Object.entries(query?.properties ?? {}).map(([name, property]) => {
    const { description, ...schema } = property as JsonSchema;
    return {
      name,
      in: 'query',
      required: query?.required?.includes(name) ?? false,
      ...(description && { description }),
      schema,
    };
  });
}

function requestBodyOf({ files, kind }: Call, body: JsonSchema | undefined) {
  if (!body) return {};
  if (kind !== 'upload') return { requestBody: { required: true, content: json(body) } };
  const parts = Object.fromEntries((files ?? []).map((name) => [name, { type: 'string', format: 'binary' }]));
  const schema = { ...body, properties: { ...body.properties, ...parts } };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

function responsesOf(call: Call, answer: JsonSchema) {
  const failures = Map.groupBy(texts.failuresOf(call), ({ status }) => status);
  return {
    200: { description: texts.responseNotes(call).join(' ') || 'The response.', content: json(answer) },
    ...Object.fromEntries(
      [...failures].map(([status, all]) => [
        status,
        {
          description: all.map(({ code, text }) => `${code}: ${text}`).join('; '),
          content: json({ $ref: '#/components/schemas/Failure' }),
        },
      ]),
    ),
    default: { description: 'A failure.', content: json({ $ref: '#/components/schemas/Failure' }) },
  };
}

const failure: JsonSchema = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    code: { type: 'string', enum: Object.keys(errorCodes), description: 'extension', 'x-extension': true },
    codes: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string', enum: [...fieldErrorCodes] } },
      description: 'extension: a code for each text in `errors`',
      'x-extension': true,
    },
    retry_after: { type: 'integer', description: 'extension: seconds', 'x-extension': true },
  },
};

/** The whole document as plain JSON values. */
export function openApiDocument(): Readonly<Record<string, unknown>> {
  const areas: Record<string, Record<string, Call>> = {
    ...callsByArea,
    extensions: { capabilitiesCall, ...extensionCalls },
  };
  const entries = Object.entries(areas).flatMap(([area, calls]) =>
    Object.values(calls).map((call) => ({ area, call })),
  );
  const schemas = apiSchemas(entries.map(({ call }) => call));
  const paths: Record<string, Record<string, object>> = {};
  for (const { area, call } of entries) {
    const { query, body, answer } = schemas.of(call);
    const parameters = parametersOf(query);
    paths[call.path] = {
      ...paths[call.path],
      [call.method.toLowerCase()]: {
        operationId: call.name,
        tags: [area],
        summary: call.item,
        description: described(call.description, texts.whenCalledText(call)),
        security: call.access === 'public' ? [] : [{ apiKey: [] }, { apiKey: [], sessionToken: [] }],
        ...(parameters.length > 0 && { parameters }),
        ...requestBodyOf(call, body),
        responses: responsesOf(call, answer),
      },
    };
  }
  const objects = Object.entries(apiObjects).map(([name, { title, schema }]) => {
    const description = texts.objectLocatorNote(schema);
    return [name, { title, ...(description && { description }), ...schemas.shared[name] }] as const;
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Product API of the console',
      version: '1.0.0',
      description: described(
        ...texts.apiIntroduction,
        '## Requests',
        bullets(texts.requestRules),
        '## How responses are read',
        bullets(texts.responseReadingRules),
        '## Failures',
        bullets(texts.failureRules),
        '## Extensions',
        bullets(texts.apiExtensionRules),
        'The capabilities:',
        bullets(texts.capabilityTexts),
      ),
    },
    servers: [{ url: '/' }],
    tags: Object.keys(areas).map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        ...schemas.shared,
        ...Object.fromEntries(objects),
        Failure: failure,
      },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: keyHeaders.apiKey },
        sessionToken: { type: 'apiKey', in: 'header', name: keyHeaders.sessionToken },
      },
    },
  };
}
