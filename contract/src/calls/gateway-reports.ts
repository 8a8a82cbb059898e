import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';

/** The request header with GATEWAY_SECRET in a report of the gateway. */
export const gatewaySecretHeader = 'x-gateway-secret';

/** The largest number of refusals in a report of the gateway. */
export const maxGatewayRefusals = 100;

/** The largest number of API key requests in a report, and of keys with missing requests. */
export const maxReportedRequests = 200;

/** The length to which the name of an operation is cut, in characters. */
export const maxOperationName = 100;

const text = (pattern: RegExp, allowed: string) => z.string().regex(pattern, `must be ${allowed}`);
const sha256 = text(/^[0-9a-f]{64}$/, 'a SHA-256 as 64 hexadecimal digits');
const requestId = text(/^[\w.:-]{1,128}$/, 'up to 128 letters and digits');
const code = text(/^[A-Z_]{1,40}$/, 'a code in capitals');
const count = z.int().min(1).max(1_000_000_000);

const gatewayRefusal = z.object({
  action: text(/^[\w.:]{1,100}$/, 'up to 100 letters, digits and dots').meta({
    description: 'the refused action: the path of the GraphQL field, or `area:verb`',
  }),
  reason: code.meta({
    description: 'an error code of this document, or a sign-in code',
  }),
  target_type: text(/^\w{1,40}$/, 'up to 40 letters'),
  target_id: text(/^[\w:.-]{1,64}$/, 'up to 64 letters and digits').nullable(),
  via: z.enum(['session', 'bearer', 'public']),
  key_hash: sha256.nullable().meta({ description: 'SHA-256 of the API key in the request' }),
  email_hash: sha256.nullable().meta({ description: 'SHA-256 of the email address in the request, in lower case' }),
  client_address: text(/^[\da-fA-F:.]{2,45}$/, 'an IP address').nullable(),
  request_id: requestId.nullable(),
  count: count.meta({ description: 'number of occurrences' }),
});

const keyHash = sha256.meta({ description: 'SHA-256 of the API key' });

const keyRequest = z.object({
  key_hash: keyHash,
  at: z.iso.datetime().meta({ description: 'when the request arrived' }),
  operation: z
    .string()
    .regex(/^[\w ./-]+$/, 'must be a name, or method and path')
    .max(maxOperationName)
    .nullable()
    .meta({
      description: 'the name that the program gave its GraphQL operation, or method and path; null if it has no name',
    }),
  code: code.nullable().meta({ description: 'the code of the first error; null if the request succeeded' }),
  cost: z.int().min(0).max(1_000_000_000).nullable().meta({ description: 'points; null if keys have no budget' }),
  ms: z.int().min(0).max(1_000_000_000),
  request_id: requestId,
});

const missingRequests = z.object({
  key_hash: keyHash,
  count: count.meta({ description: 'the number of requests with the key that are in no report' }),
});

const fieldsOf = ({ shape }: z.ZodObject) =>
  Object.keys(shape)
    .map((key) => `\`${key}\``)
    .join(', ');
const typesAreElsewhere = 'the OpenAPI document has their types';
const failures = { FORBIDDEN: 'the secret is wrong' };
const secretText =
  'The header `x-gateway-secret` has the secret that gateway and product API share (setting `GATEWAY_SECRET`). A product API without that secret returns 404.';

/** Reports that gateways send in the background; extensions. */
export const gatewayReportCalls = {
  ...defineExtensionCalls('extensions', {
    reportRefusals: {
      request: 'OPEN-68 POST /consoles/ext/refusals',
      access: 'public',
      description: `Adds to the activity log what the gateway itself refused. ${secretText}`,
      when: 'the gateway has refused something; at most once a second, in the background',
      body: z.object({
        refusals: z
          .array(gatewayRefusal)
          .max(maxGatewayRefusals)
          .meta({
            description: `up to ${maxGatewayRefusals}, each with ${fieldsOf(gatewayRefusal)}; ${typesAreElsewhere}`,
          }),
      }),
      answer: z.object({}),
      failures,
    },
  }),
  ...defineExtensionCalls('extensions', {
    reportKeyRequests: {
      request: 'REQLOG-7 POST /consoles/ext/report_key_requests',
      access: 'public',
      description: `Adds requests with API keys to the request logs of the keys. Unknown keys are skipped. ${secretText}`,
      when: 'the gateway has handled requests with API keys; at most once a second, in the background',
      body: z.object({
        requests: z
          .array(keyRequest)
          .max(maxReportedRequests)
          .meta({
            description: `up to ${maxReportedRequests}, each with ${fieldsOf(keyRequest)}; ${typesAreElsewhere}`,
          }),
        missing: z
          .array(missingRequests)
          .max(maxReportedRequests)
          .meta({
            description: `up to ${maxReportedRequests}, each with ${fieldsOf(missingRequests)}: requests that the gateway could not report`,
          }),
      }),
      answer: z.object({}),
      failures,
    },
  }),
};

/** A refusal by the gateway itself, which it reports to the audit log. */
export type GatewayRefusal = z.output<typeof gatewayRefusal>;

/** A request with an API key, which the gateway reports to the key's log. */
export type ReportedKeyRequest = z.output<typeof keyRequest>;

/** How many requests of an API key the gateway could not report. */
export type MissingKeyRequests = z.output<typeof missingRequests>;
