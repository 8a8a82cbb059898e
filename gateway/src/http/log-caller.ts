import type { AddressFields } from '@console/server-base/log-addresses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../core/context.ts';
import type { RequestShares } from '../core/request-shares.ts';

type CallerFields = { userId: string } | { keyId: string } | AddressFields;

/** Counts an accepted key for its id and logs it, or its owner if the product API does not say the id. */
export function acceptKey(request: FastifyRequest, { api, services }: Context): void {
  const { keyId = null, userId = null } = api.keyOwner ?? {};
  if (keyId !== null) request.keyCaller = { keyId };
  else if (userId !== null) request.keyCaller = { userId };
  services.shares.accept(request.sender, keyId === null ? request.sender.credential : `key ${keyId}`);
}

/** Sender in the log line: session user, API key, or address. A request that was rejected early has the caller accepted in the last hour. */
export function callerFields(
  request: FastifyRequest,
  reply: FastifyReply,
  shares: RequestShares,
  fieldsOf: (address: string) => AddressFields,
): CallerFields {
  const { consoleSession, keyCaller, operationLog, ip } = request;
  if (consoleSession?.userId) return { userId: consoleSession.userId };
  if (keyCaller) return keyCaller;
  const isRefused = reply.statusCode === 401 || operationLog?.code === 'UNAUTHENTICATED';
  return (!isRefused && acceptedCaller(request, shares)) || fieldsOf(ip);
}

function acceptedCaller({ sender }: FastifyRequest, shares: RequestShares): CallerFields | null {
  const [, kind, id = ''] = /^(user|key) (.+)$/.exec((sender && shares.callerOf(sender)) ?? '') ?? [];
  if (kind === undefined) return null;
  return kind === 'user' ? { userId: id } : { keyId: id };
}
