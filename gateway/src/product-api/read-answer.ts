import type { Call } from '@console/contract/call';
import type { FastifyBaseLogger } from 'fastify';
import { ApiFailure, failureOfRefusalInBody } from './errors.ts';
import { type ApiResponse, readResponse } from './response-reader.ts';
import { type Answer, jsonOf } from './transport.ts';

/** The parts of a response below 300. Throws for a refusal, and for a response without the part that the call needs. */
export function readAnswer<C extends Call>(call: C, answer: Answer, log: FastifyBaseLogger, now: Date): ApiResponse<C> {
  const { status, headers, bytes } = answer;
  const json = jsonOf(answer);
  const isEmpty = bytes.length === 0;
  // An empty body means that a write succeeded, and with status 204 that a read has no result.
  const isReadable = isEmpty ? call.kind !== 'read' || status === 204 : json !== undefined || isBareText(call, bytes);
  if (!isReadable) throw new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE');
  const body = isEmpty && call.kind === 'read' ? null : json;
  const reading = readResponse(call, body);
  if (reading.refused) throw failureOfRefusalInBody(call, { headers, body }, now);
  const { response, missing } = reading;
  if (missing.length > 0) log.debug({ call: call.name, missing }, 'the answer lacks parts');
  const [needed = ''] = Object.keys(call.answer.shape);
  if (call.absentCode === undefined || !missing.includes(needed)) return response;
  const isNull = (response as Readonly<Record<string, unknown>>)[needed] === null;
  throw new ApiFailure(call, isNull ? call.absentCode : 'UPSTREAM_BAD_RESPONSE', { missing });
}

/** Whether a response is plain text to a call that needs no part of it; an HTML page comes from a proxy. */
const isBareText = ({ answer }: Call, bytes: Buffer): boolean =>
  Object.keys(answer.shape).length === 0 && !bytes.subarray(0, 512).toString('latin1').trimStart().startsWith('<');
