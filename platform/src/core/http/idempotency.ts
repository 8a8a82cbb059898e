import { accountCalls } from '@console/contract/calls/account';
import { extensionCalls } from '@console/contract/calls/extensions';
import {
  idempotencyInputHeader,
  idempotencyKeyHeader,
  idempotencyKeyPattern,
} from '@console/contract/calls/idempotency';
import { sessionCalls } from '@console/contract/calls/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownerOf } from '../access/caller.ts';
import type { Services } from '../access/services.ts';
import { invalidFields } from '../base/failure.ts';
import type { RequestIdempotencyKey } from '../base/idempotent-request.ts';
import { hashSecret } from '../base/keys.ts';
import type { UploadedFile } from '../files/upload.ts';

/** Calls about sessions and passwords: each checks a password, and a token works once. */
const withoutKey: readonly string[] = [
  accountCalls.validPassword,
  accountCalls.changePwd,
  sessionCalls.logoutApiUser,
  extensionCalls.handover,
].map(({ name }) => name);

export function acceptIdempotencyKeys(app: FastifyInstance, services: Pick<Services, 'settings'>): void {
  app.addHook('preHandler', async (request) => {
    const { caller, routeOptions } = request;
    const { call, isRead } = routeOptions.config;
    if (!caller || !call || isRead || withoutKey.includes(call)) return;
    const requestKey = readIdempotencyKey(services, request, call);
    if (requestKey) caller.idempotency = { ...requestKey, owner: ownerOf(caller), commands: 0 };
  });
}

/** `Idempotency-Key` header; null without one or without extensions. Throws 422 for a long key or other characters. */
export function readIdempotencyKey(
  { settings }: Pick<Services, 'settings'>,
  { headers, body, query, uploaded }: FastifyRequest,
  call: string,
): RequestIdempotencyKey | null {
  const key = headers[idempotencyKeyHeader];
  if (key === undefined || !settings.extensions) return null;
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key))
    throw invalidFields({
      [idempotencyKeyHeader]: [{ code: 'FORMAT', message: 'must have 1 to 255 visible ASCII characters' }],
    });
  const given = headers[idempotencyInputHeader];
  // The one write that is a GET has no body.
  const inputHash = typeof given === 'string' && given !== '' ? hashSecret(given) : hashInput(body ?? query, uploaded);
  return { call, key, inputHash };
}

function hashInput(input: unknown, uploaded: FastifyRequest['uploaded']): string {
  const files = Object.entries(uploaded ?? {}).map(([field, file]) => [field, nameAndHash(file)]);
  return hashSecret(JSON.stringify([input, files.sort()]));
}

const nameAndHash = (file: UploadedFile | undefined) => file && [file.name, hashSecret(file.bytes.toString('base64'))];
