import type { z } from 'zod';
import type { AuditAction } from './audit-actions.ts';
import type { Capability } from './capabilities.ts';
import type { ErrorCode } from './errors.ts';
import type { KeyScope } from './key-scopes.ts';

/**
 * One REST call of the product API (SPEC.md section 7). The gateway's typed call and the platform's route are made from it. Path and keys are spelt as in
 * the specification.
 */
export interface Call {
  /** Camel case of the path's last part, unique among all calls. */
  name: string;
  /** The checklist's number: REST-n; OPEN-n or a section of the design for a call that only our platform has. */
  item:
    | `REST-${number}`
    | `OPEN-${number}`
    | `DESIGN-${number}`
    | `SIGNIN-${number}`
    | `RULES-${number}`
    | `BACKCHANNEL-${number}`
    | `EVENT-${number}`
    | `REQLOG-${number}`
    | `HOOK-${number}`;
  method: 'GET' | 'POST';
  /** As in the specification, with its leading slash. */
  path: `/${string}`;
  /** `read` may be repeated, `write` is sent once, whatever the method; `upload` is a write with files (multipart). Decides deadline and retry. */
  kind: 'read' | 'write' | 'upload';
  /** `public` works without an API key. */
  access: 'public' | 'user';
  /** An API key is refused, whatever its scopes: what it made would outlive its revocation, or no person is present. */
  needsSession?: true;
  /** The scope that an API key needs for a write of the permission matrix. */
  scope?: KeyScope;
  /** What its refusals are about in the audit log. */
  event?: AuditAction;
  /** What a product API names when it has the call; absent for a call of the specification. */
  capability?: Capability;
  /** What the call does. This and the texts below are part of docs/product-api.md and the OpenAPI document. */
  description: string;
  /** When the gateway makes the call. */
  when: string;
  query?: z.ZodObject;
  /** For `upload`, the fields beside the files. */
  body?: z.ZodObject;
  /** For `upload`, the fields of the files. */
  files?: readonly string[];
  /** A body that succeeds in every organisation, for tests; without it they list the call themselves. `'{organisationId}'` is the id of the organisation that a test sends it for, and so on. */
  sample?: Readonly<Record<string, unknown>>;
  /** Of a call that toggles, the way that needs no confirmation; `event` and `sample` are of the other one. */
  wayBack?: { event: AuditAction; sample: Readonly<Record<string, unknown>> };
  answer: z.ZodObject;
  /** The answer of this write must not be empty. Any other write may have an empty answer, a read never. */
  needsAnswer?: true;
  /** Failures with a particular meaning in this call; `errorCodes` has the status of each. */
  failures?: Partial<Record<ErrorCode, string>>;
  /**
   * The error when the first part of the answer is null, or the call is refused with status 200. Without this code such a refusal is INVALID.
   */
  absentCode?: ErrorCode;
  /** Keys that are data in this answer. In any other answer `success: false` or an error `status` marks a failure with status 200. */
  dataKeys?: readonly ('success' | 'status')[];
}

/** A call as its area declares it, under its name. */
interface CallDeclaration extends Omit<Call, 'name' | 'item' | 'method' | 'path' | 'kind' | 'access' | 'capability'> {
  /** Item, method and path, such as `REST-22 GET /consoles/get_user_detail_by_id`. */
  request: `${Call['item']} ${Call['method']} ${Call['path']}`;
  /** Only a GET that changes data, and a POST that does not. By default a GET is a `read`, a POST a `write` and a POST with files an `upload`. */
  kind?: Call['kind'];
  /** By default `user`. */
  access?: Call['access'];
}

type DeclaredCall<Name, D extends CallDeclaration> = Omit<D, 'request'> &
  Pick<Call, 'item' | 'method' | 'path' | 'kind'> & {
    name: Name;
    access: D extends { access: 'public' } ? 'public' : 'user';
  };

/** Declares calls by their names; keeps their literal types. */
export const defineCalls = <const D extends Record<string, CallDeclaration>>(declarations: D) =>
  Object.fromEntries(
    Object.entries(declarations).map(([name, { request, ...call }]) => {
      const [item, method, path] = request.split(' ');
      const kind = method === 'GET' ? 'read' : call.files ? 'upload' : 'write';
      return [name, { name, item, method, path, kind, access: 'user', ...call }];
    }),
  ) as { [Name in keyof D]: DeclaredCall<Name, D[Name]> };

/** The same for the calls of a capability. */
export const defineExtensionCalls = <const C extends Capability, const D extends Record<string, CallDeclaration>>(
  capability: C,
  declarations: D,
) =>
  Object.fromEntries(
    Object.entries(defineCalls(declarations)).map(([name, call]) => [name, { ...call, capability }]),
  ) as { [Name in keyof D]: DeclaredCall<Name, D[Name]> & { capability: C } };

/** Why an API key is refused by a call that needs a session. */
export const sessionNeeded = 'An API key may not do this: it needs a session.';

/** When a call that needs the caller's password is refused. */
export const passwordNeeded = 'no password was checked in the last 60 s';

/** A call that only a product API with a capability has. */
export type ExtensionCall = Call & Required<Pick<Call, 'capability'>>;

/** The query of a call, before it is parsed. */
export type CallQuery<C extends Call> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
/** The body of a call, before it is parsed. */
export type CallBody<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** The answer of a call as our platform writes it. In the answer of another product API any part may be missing, wrapped or of another type. */
export type CallAnswer<C extends Call> = z.output<C['answer']>;
