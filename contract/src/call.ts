import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * One REST call of the product API (SPEC.md section 7), declared once: the gateway's typed call and the platform's route are both made from it.
 * Path and keys are spelt as the specification spells them.
 */
export interface Call {
  /** Camel case of the path's last part, unique among all calls. */
  name: string;
  /** The checklist's number: REST-n, or OPEN-n for a call that only our platform has. */
  item: `REST-${number}` | `OPEN-${number}`;
  method: 'GET' | 'POST';
  /** As in the specification, with its leading slash. */
  path: `/${string}`;
  /** `read` may be repeated, `write` is sent once, whatever the method; `upload` is a write with files (multipart). Decides deadline and retry. */
  kind: 'read' | 'write' | 'upload';
  /** `public` works without an API key. */
  access: 'public' | 'user';
  /** What the call does. This and the texts below make docs/product-api.md and the OpenAPI document. */
  description: string;
  /** When the gateway makes the call. */
  when: string;
  query?: z.ZodObject;
  /** For `upload`, the fields beside the files. */
  body?: z.ZodObject;
  /** For `upload`, the fields of the files. */
  files?: readonly string[];
  answer: z.ZodObject;
  /** A write whose answer is needed. The answer of any other write may be empty, that of a read never. */
  needsAnswer?: true;
  /** Failures that mean something particular in this call; `errorCodes` has the status of each. */
  failures?: Partial<Record<ErrorCode, string>>;
  /**
   * The caller cannot go on without the first part of the answer. This is what null in its place means, and what a refusal with status 200 means; without
   * it such a refusal is INVALID.
   */
  absentCode?: ErrorCode;
  /** Keys that are data in this answer. In the answer of any other call `success: false` and a `status` of error mark a failure with status 200. */
  dataKeys?: readonly ('success' | 'status')[];
}

/** Declares a call; keeps its literal types. */
export const defineCall = <const C extends Call>(call: C): C => call;

/** The query of a call as a caller gives it. */
export type CallQuery<C extends Call> = C extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
/** The body of a call as a caller gives it. */
export type CallBody<C extends Call> = C extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
/** The answer of a call as our platform writes it. In the answer of another product API any part may be missing, wrapped or of another type. */
export type CallAnswer<C extends Call> = z.output<C['answer']>;
