import type { Action } from '@console/contract/access';
import type { AuditAction } from '@console/contract/audit-actions';
import { type Call, type CallAnswer, sessionNeeded } from '@console/contract/call';
import { requiredKeyScope } from '@console/contract/key-scopes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import { requireSession } from '../access/require-session.ts';
import { type FileFields, receiveFiles } from '../files/upload.ts';

type Query<C extends Call> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
type Body<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;

/** The input of a handler. A call that needs a key always has a caller. */
export interface CallContext<C extends Call> {
  caller: C['access'] extends 'user' ? Caller : Caller | null;
  query: Query<C>;
  body: Body<C>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The version of a response for its caller, null if it has none. */
export type ReadVersion<C extends Call> = (context: CallContext<C>) => Promise<string | null>;

/** Handles a call; throws a Failure to refuse it. */
export type Handler<C extends Call> = (context: CallContext<C>) => Promise<CallAnswer<C>>;

/**
 * Registers a declared call. `action`: a caller with a role that may not do it gets 403 before anything is read; the handler then authorizes the
 * organisation. `otherAction`: of a call that toggles, for the other direction; either is enough, and the command checks the one that it is. `refusedAs`: the action of its refusals in the audit log, by default `action` or the call. `version`: the response has an ETag, and a client that has it gets 304 without the handler, for POST too. `files`: the call is a
 * multipart form with its files in `request.uploaded`. `before` may refuse the call before its body is read.
 */
export function route<C extends Call>(
  app: FastifyInstance,
  call: C,
  {
    action,
    otherAction,
    refusedAs,
    version,
    files,
    before,
  }: {
    action?: Action;
    otherAction?: Action;
    refusedAs?: AuditAction;
    version?: ReadVersion<C>;
    files?: FileFields;
    before?: (request: FastifyRequest) => Promise<void>;
  },
  handler: Handler<C>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: {
      access: call.access,
      call: call.name,
      isRead: call.kind === 'read',
      scope: requiredKeyScope(call),
      ...(action && { action }),
      ...(otherAction && { otherAction }),
      ...(refusedAs && { refusedAs }),
    },
    schema: {
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      response: { 200: call.answer },
    },
    ...(before && { onRequest: (request) => before(request) }),
    ...(files && { preValidation: (request) => receiveFiles(request, files) }),
    handler: async (request, reply) => {
      const { caller, query, body } = request;
      if (call.needsSession && caller) requireSession(caller, sessionNeeded);
      const context = { caller, query, body, request, reply } as CallContext<C>;
      if (!version) return handler(context);
      // Read before the rows: a concurrent write may then be sent twice, but never be missed.
      const etag = await version(context);
      if (etag && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send();
      const answer = await handler(context);
      if (etag) reply.header('etag', etag);
      return answer;
    },
  });
}

const isKnown = (known: string | undefined, version: string): boolean =>
  known?.split(',').some((one) => opaque(one) === opaque(version)) ?? false;

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Removes the fields of `extension` from a call's query and body if extensions are off. */
export function omitExtensionUnless<C extends Call>(call: C, extension: object, on: boolean): C {
  if (on) return call;
  const specified = ({ shape }: z.ZodObject) =>
    z.object(Object.fromEntries(Object.entries(shape).filter(([key]) => !(key in extension))));
  const { query, body } = call;
  return { ...call, ...(query && { query: specified(query) }), ...(body && { body: specified(body) }) };
}
