import { texts } from '@console/contract/rules';
import type { FastifyReply } from 'fastify';
import { Failure } from '../../core/base/failure.ts';
import { isDatabaseUnavailable } from '../../core/database/database.ts';
import { toScimResource } from './resource.ts';
import { ScimError } from './scim-error.ts';
import type { ScimUser } from './scim-user.ts';
import { selectAttributes } from './selection.ts';

const contentType = 'application/scim+json; charset=utf-8';

/** Requested attributes of each resource (RFC 7644, section 3.9). */
export interface Selection {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

export const sendScim = (reply: FastifyReply, body: object, status = 200): FastifyReply =>
  reply.code(status).type(contentType).send(body);

export function sendUser(
  reply: FastifyReply,
  origin: string,
  user: ScimUser,
  selection: Selection,
  status = 200,
): FastifyReply {
  const resource = toScimResource(user, origin);
  reply.header('etag', user.version);
  return sendScim(reply, selectAttributes(resource, selection), status);
}

const frameworkErrors: Readonly<Record<number, ScimError>> = {
  400: new ScimError(400, 'The request is not valid JSON.', 'invalidSyntax'),
  413: new ScimError(413, 'The request must have at most 1 MB.'),
  415: new ScimError(415, 'The content type must be application/scim+json or application/json.'),
};

/** Converts a failure for SCIM; null for an unexpected one. */
export function toRefusal(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error;
  if (error instanceof Failure) {
    const { message } = error.body as { message?: unknown };
    const seconds = Number(error.headers['retry-after']);
    return new ScimError(error.status, String(message ?? texts.requestFailed), null, seconds || undefined);
  }
  if (isDatabaseUnavailable(error)) return new ScimError(503, texts.requestFailed, null, 1);
  const { statusCode } = error as { statusCode?: number };
  return (statusCode !== undefined && frameworkErrors[statusCode]) || null;
}

/** RFC 7644, section 3.12. */
export function sendScimError(reply: FastifyReply, error: ScimError): FastifyReply {
  const { status, scimType, message, retryAfterSeconds } = error;
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  return sendScim(reply, { schemas, status: String(status), ...(scimType && { scimType }), detail: message }, status);
}
