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

export function rowFailure(error: unknown): { code: ErrorCode; message: string } {
  if (!(error instanceof Failure)) return { code: 'INTERNAL', message: texts.requestFailed };
  const { status, body } = error;
  const code = ('code' in body && (body.code as ErrorCode)) || codes[status] || 'INVALID';
  const { message, errors } = body as { message?: string; errors?: Record<string, string[]> };
  const inFields = Object.entries(errors ?? {}).map(([field, words]) => `${field} ${words.join(', ')}`);
  if (code === 'RESPONDER_ACTIVE') return { code, message: `${message} A responder of another module stays active.` };
  return { code, message: message ?? inFields.join('. ') };
}
