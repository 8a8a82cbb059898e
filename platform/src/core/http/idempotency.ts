import { accountCalls } from '@console/contract/calls/account';
import { extensionCalls } from '@console/contract/calls/extensions';
import {
  idempotencyInputHeader,
  idempotencyKeyHeader,
  idempotencyKeyPattern,
} from '@console/contract/calls/idempotency';
import { sessionCalls } from '@console/contract/calls/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../access/services.ts';
import { invalidFields } from '../base/failure.ts';
import { hashSecret } from '../base/keys.ts';
import type { UploadedFile } from '../files/upload.ts';

/** Calls about sessions and passwords: a password is checked each time, and a token is answered once. */
const withoutKey: readonly string[] = [
  accountCalls.validPassword,
  accountCalls.changePwd,
  sessionCalls.logoutApiUser,
  extensionCalls.handover,
].map(({ name }) => name);

/** Reads the `Idempotency-Key` header of a caller's write; no-op with extensions off. Throws 422 for a key that is too long or has other characters. */
export function acceptIdempotencyKeys(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  if (!settings.extensions) return;
  app.addHook('preHandler', async ({ caller, headers, routeOptions, body, uploaded }) => {
    const { call, isRead } = routeOptions.config;
    const key = headers[idempotencyKeyHeader];
    if (key === undefined || !caller || !call || isRead || withoutKey.includes(call)) return;
    if (typeof key !== 'string' || !idempotencyKeyPattern.test(key))
      throw invalidFields({ [idempotencyKeyHeader]: ['must have 1 to 255 letters, digits and signs'] });
    const given = headers[idempotencyInputHeader];
    const inputHash = typeof given === 'string' && given !== '' ? hashSecret(given) : hashInput(body, uploaded);
    caller.idempotency = { userId: caller.userId, call, key, inputHash, commands: 0 };
  });
}

function hashInput(body: unknown, uploaded: FastifyRequest['uploaded']): string {
  const files = Object.entries(uploaded ?? {}).map(([field, file]) => [field, nameAndHash(file)]);
  return hashSecret(JSON.stringify([body, files.sort()]));
}

const nameAndHash = (file: UploadedFile | undefined) => file && [file.name, hashSecret(file.bytes.toString('base64'))];
