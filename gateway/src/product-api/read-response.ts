import type { Call } from '@console/contract/call';
import type { FastifyBaseLogger } from 'fastify';
import { isDoneText } from './envelopes.ts';
import { ApiFailure, failureOfRefusalInBody, sanitiseMessage } from './errors.ts';
import { type ApiResponse, readResponse } from './response-reader.ts';
import { type Answer, jsonOf, textOfResponse } from './transport.ts';

/** Parts of a response below 300. Throws for a refusal, or a missing part that the call needs. */
export function readAnswer<C extends Call>(call: C, answer: Answer, log: FastifyBaseLogger, now: Date): ApiResponse<C> {
  const json = loggedJsonOf(call, answer, log);
  if (!isReadable(call, answer, json)) throw new ApiFailure(call, 'UPSTREAM_BAD_RESPONSE');
  const body = bodyOf(call, answer, json);
  const reading = readResponse(call, body);
  if (reading.refused) throw failureOfRefusalInBody(call, { headers: answer.headers, body }, now);
  const { response, missing } = reading;
  if (missing.length > 0) log.debug({ call: call.name, missing }, 'the response lacks parts');
  const [needed = ''] = Object.keys(call.answer.shape);
  if (call.absentCode === undefined || !missing.includes(needed)) return response;
  const isNull = (response as Readonly<Record<string, unknown>>)[needed] === null;
  throw new ApiFailure(call, isNull ? call.absentCode : 'UPSTREAM_BAD_RESPONSE', { missing });
}

/** Whether a response below 300 is valid. An empty body is a successful write, or with 204 a read without result. */
export function isReadable(call: Call, answer: Answer, json: unknown): boolean {
  if (answer.bytes.length === 0) return call.kind !== 'read' || answer.status === 204;
  return declaresNothing(call) ? isDone(json === undefined ? textOfResponse(answer) : json) : json !== undefined;
}

/** Body of a readable response: null for a read without result. */
export const bodyOf = (call: Call, { bytes }: Answer, json: unknown): unknown =>
  bytes.length === 0 && call.kind === 'read' ? null : json;

const declaresNothing = ({ answer }: Call): boolean => Object.keys(answer.shape).length === 0;

/** Whether a response without parts reports success; JSON is checked for a refusal after this. */
const isDone = (answer: unknown): boolean => (typeof answer === 'string' ? isDoneText(answer) : answer !== undefined);

/** JSON of a response; logs the start of any other text. */
export function loggedJsonOf(call: Call, answer: Answer, log: FastifyBaseLogger): unknown {
  const { status, headers, bytes } = answer;
  const json = jsonOf(answer);
  if (json !== undefined || bytes.length === 0) return json;
  const text = responseExcerpt(answer);
  log.warn({ call: call.name, status, contentType: headers['content-type'], text }, 'the response is not JSON');
  return undefined;
}

const maxShownText = 80;

export function responseExcerpt(answer: Answer): string {
  const text = textOfResponse(answer) ?? answer.bytes.toString('latin1', 0, maxShownText);
  return sanitiseMessage(text.slice(0, maxShownText));
}
