import type { z } from 'zod';
import type { AuditAction } from './audit-actions.ts';
import type { Capability } from './capabilities.ts';
import type { ErrorCode } from './errors.ts';
import type { KeyScope } from './key-scopes.ts';

/** A REST call (SPEC.md section 7), from which gateway call and platform route are derived. Path and keys are spelt as specified. */
export interface Call {
  /** The last part of the path in camel case, unique among all calls. */
  name: string;
  /** The number in the checklist: REST-n, or another number for a call that only our platform has. */
  item:
    | `REST-${number}`
    | `OPEN-${number}`
    | `DESIGN-${number}`
    | `SIGNIN-${number}`
    | `RULES-${number}`
    | `BACKCHANNEL-${number}`
    | `EVENT-${number}`
    | `REQLOG-${number}`
    | `HOOK-${number}`
    | `ORGKEY-${number}`
    | `PROVISION-${number}`
    | `NETWORK-${number}`
    | `REVIEW-${number}`
    | `PRIVACY-${number}`
    | `HANDOVER-${number}`
    | `REVIEWER-${number}`;
  method: 'GET' | 'POST';
  /** The path as in the specification, with its leading slash. */
  path: `/${string}`;
  /** Whether the call may be repeated (`read`) or is sent once (`write`), regardless of its method; `upload` is a write with files (multipart). Decides deadline and retry. */
  kind: 'read' | 'write' | 'upload';
  /** `public` works without an API key. */
  access: 'public' | 'user';
  /** An API key is refused, whatever its scopes: the result would outlive the key's revocation, or no user is present. */
  needsSession?: true;
  /** The scope that an API key requires for a write of the permission matrix. */
  scope?: KeyScope;
  /** The action under which the activity log records refusals of the call. */
  event?: AuditAction;
  /** The name that a product API announces if it has the call; absent for a call of the specification. */
  capability?: Capability;
  /** Description of the call. It and the texts below are part of docs/product-api.md and the OpenAPI document. */
  description: string;
  /** When the gateway makes the call; completes the sentence “When: …”. */
  when: string;
  query?: z.ZodObject;
  /** Text fields of the form of an `upload`. */
  body?: z.ZodObject;
  /** File fields of the form of an `upload`. */
  files?: readonly string[];
  /** Body for tests that succeeds in every organisation; without it, tests list the call. `'{organisationId}'` is replaced by an id, and so on. */
  sample?: Readonly<Record<string, unknown>>;
  /** The direction of a toggle that needs no confirmation. `event` and `sample` are of the other direction. */
  wayBack?: { event: AuditAction; sample: Readonly<Record<string, unknown>> };
  answer: z.ZodObject;
  /** The response of this write must not be empty. Any other write may have an empty response, a read never. */
  needsAnswer?: true;
  /** The failures with a particular meaning in this call. `errorCodes` has the status of each. */
  failures?: Partial<Record<ErrorCode, string>>;
  /** Error if the first part of the response is null, or status 200 reports a failure. Default: INVALID. */
  absentCode?: ErrorCode;
  /** Keys that are data in this response. In any other response `success: false` or an error `status` marks a failure with status 200. */
  dataKeys?: readonly ('success' | 'status')[];
}

/** A call as its area declares it; the name is the key of the declaration. */
interface CallDeclaration extends Omit<Call, 'name' | 'item' | 'method' | 'path' | 'kind' | 'access' | 'capability'> {
  /** Item, method and path, such as `REST-22 GET /consoles/get_user_detail_by_id`. */
  request: `${Call['item']} ${Call['method']} ${Call['path']}`;
  /** Set only for a GET that changes data or a POST that changes nothing. Default: GET `read`, POST `write`, POST with files `upload`. */
  kind?: Call['kind'];
  /** Default: `user`. */
  access?: Call['access'];
}

type DeclaredCall<Name, D extends CallDeclaration> = Omit<D, 'request'> &
  Pick<Call, 'item' | 'method' | 'path' | 'kind'> & {
    name: Name;
    access: D extends { access: 'public' } ? 'public' : 'user';
  };

export const defineCalls = <const D extends Record<string, CallDeclaration>>(declarations: D) =>
  Object.fromEntries(
    Object.entries(declarations).map(([name, { request, ...call }]) => {
      const [item, method, path] = request.split(' ');
      const kind = method === 'GET' ? 'read' : call.files ? 'upload' : 'write';
      return [name, { name, item, method, path, kind, access: 'user', ...call }];
    }),
  ) as { [Name in keyof D]: DeclaredCall<Name, D[Name]> };

export const defineExtensionCalls = <const C extends Capability, const D extends Record<string, CallDeclaration>>(
  capability: C,
  declarations: D,
) =>
  Object.fromEntries(
    Object.entries(defineCalls(declarations)).map(([name, call]) => [name, { ...call, capability }]),
  ) as { [Name in keyof D]: DeclaredCall<Name, D[Name]> & { capability: C } };

/** `ownKey` as `own_key`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The message if an API key is used for a call that requires a session. */
export const sessionNeeded = 'You cannot use an API key for this. Sign in instead.';

/** The message if an organisation key is used for a call that only a person can make. */
export const personNeeded = 'This API key belongs to an organisation. Sign in, or use an API key of your own.';

/** Failures of a call that requires the caller's password. */
export const passwordNeeded = 'no password was checked in the last 60 s';

/** A call that only exists in a product API with a certain capability. */
export type ExtensionCall = Call & Required<Pick<Call, 'capability'>>;

/** The query of a call, before it is parsed. */
export type CallQuery<C extends Call> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
/** The body of a call, before it is parsed. */
export type CallBody<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** The response of a call as our platform writes it. In the response of an external product API, any part may be missing, wrapped or of another type. */
export type CallResponse<C extends Call> = z.output<C['answer']>;
