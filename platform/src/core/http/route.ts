import type { Action } from '@console/contract/access';
import type { AuditAction } from '@console/contract/audit-actions';
import { type Call, type CallResponse, sessionNeeded } from '@console/contract/call';
import { requiredKeyScope } from '@console/contract/key-scopes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import { requireSession } from '../access/require-session.ts';
import { type FileFields, receiveFiles } from '../files/upload.ts';

type Query<C extends Call> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
type Body<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;

/** Input of a handler. A call that needs a key always has a caller. */
interface HandlerContext<C extends Call> {
  caller: C['access'] extends 'user' ? Caller : Caller | null;
  query: Query<C>;
  body: Body<C>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<C extends Call> = (context: HandlerContext<C>) => Promise<CallResponse<C>>;

/**
 * Registers a call. 403 by role for `action` (or, for toggles, `otherAction`) comes before anything is read; the handler
 * checks the organisation. `refusedAs`: audit action of refusals, by default `action` or the call. `files`: multipart
 * form. `before` can reject before the body is read.
 */
export function route<C extends Call>(
  app: FastifyInstance,
  call: C,
  {
    action,
    otherAction,
    refusedAs,
    files,
    before,
  }: {
    action?: Action;
    otherAction?: Action;
    refusedAs?: AuditAction;
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
      return handler({ caller, query, body, request, reply } as HandlerContext<C>);
    },
  });
}

/** Removes extension fields from query and body if extensions are off. */
export function omitExtensionUnless<C extends Call>(call: C, extension: object, on: boolean): C {
  if (on) return call;
  const specified = ({ shape }: z.ZodObject) =>
    z.object(Object.fromEntries(Object.entries(shape).filter(([key]) => !(key in extension))));
  const { query, body } = call;
  return { ...call, ...(query && { query: specified(query) }), ...(body && { body: specified(body) }) };
}
