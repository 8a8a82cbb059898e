import type { ErrorCode } from '@console/contract/errors';
import { texts } from '@console/contract/rules';
import { Failure } from './failure.ts';

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'RATE_LIMITED',
};

/** Stored results are also read by users who did not start the work, so they never say "you". */
const notAllowed = 'This action is not allowed for the user who requested it. Another user must do it.';

export function rowFailure(error: unknown): { code: ErrorCode; message: string } {
  if (!(error instanceof Failure)) return { code: 'INTERNAL', message: texts.requestFailed };
  const { status, body } = error;
  const code = ('code' in body && (body.code as ErrorCode)) || codes[status] || 'INVALID';
  const { message, errors } = body as { message?: string; errors?: Record<string, string[]> };
  const inFields = Object.entries(errors ?? {}).map(([field, words]) => `${field} ${words.join(', ')}`);
  if (code === 'RESPONDER_ACTIVE') return { code, message: `${message} A responder of another module stays active.` };
  const text = message ?? inFields.join('. ');
  return { code, message: /\byou(r|rself)?\b/i.test(text) ? notAllowed : text };
}
