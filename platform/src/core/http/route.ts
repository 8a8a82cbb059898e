import type { Action } from '@console/contract/access';
import type { Call, CallAnswer } from '@console/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import { type FileFields, receiveFiles } from '../files/upload.ts';

type Query<C extends Call> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
type Body<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;

/** What a handler is given. A call that needs a key always has a caller. */
export interface CallContext<C extends Call> {
  caller: C['access'] extends 'user' ? Caller : Caller | null;
  query: Query<C>;
  body: Body<C>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The version of an answer for who asks; null when it has none. */
export type Version<C extends Call> = (context: CallContext<C>) => Promise<string | null>;

/** Does a call and gives its answer; refuses by throwing a Failure. */
export type Handler<C extends Call> = (context: CallContext<C>) => Promise<CallAnswer<C>>;

/**
 * Serves a declared call. With an `action`, a caller whose role may not do it is refused with 403 before anything is read or looked up; the handler
 * then asks `reachOf` whose objects it may touch. With a `version`, the answer has an ETag, and a caller who has it already is answered 304 without the
 * handler, POST or GET. With `files`, the call is a multipart form, and `request.uploaded` has them; `before` may refuse it
 * before a byte of it is read.
 */
export function route<C extends Call>(
  app: FastifyInstance,
  call: C,
  {
    action,
    version,
    files,
    before,
  }: {
    action?: Action;
    version?: Version<C>;
    files?: FileFields;
    before?: (request: FastifyRequest) => Promise<void>;
  },
  handler: Handler<C>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: { access: call.access, call: call.name, isRead: call.kind === 'read', ...(action && { action }) },
    schema: {
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      response: { 200: call.answer },
    },
    ...(before && { onRequest: (request) => before(request) }),
    ...(files && { preValidation: (request) => receiveFiles(request, files) }),
    handler: async (request, reply) => {
      const { caller, query, body } = request;
      const context = { caller, query, body, request, reply } as CallContext<C>;
      if (!version) return handler(context);
      // Before the rows: what is written meanwhile may be in the answer, and is then told again, but is never missing from it.
      const etag = await version(context);
      if (etag && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send();
      const answer = await handler(context);
      if (etag) reply.header('etag', etag);
      return answer;
    },
  });
}

/** Whether what a caller has (`If-None-Match`) is still what they would be answered. */
const isKnown = (known: string | undefined, version: string): boolean =>
  known?.split(',').some((one) => opaque(one) === opaque(version)) ?? false;

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** A call as it is served: with extensions off, what `extension` names of its query or body is not even looked at. */
export function extended<C extends Call>(call: C, extension: object, on: boolean): C {
  if (on) return call;
  const specified = ({ shape }: z.ZodObject) =>
    z.object(Object.fromEntries(Object.entries(shape).filter(([key]) => !(key in extension))));
  const { query, body } = call;
  return { ...call, ...(query && { query: specified(query) }), ...(body && { body: specified(body) }) };
}
