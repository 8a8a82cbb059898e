import type { AddressFields } from '@console/server-base/log-addresses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../core/context.ts';
import type { RequestShares } from '../core/request-shares.ts';

/** The sender of a request, as a line of the log says. */
type CallerFields = { userId: string } | { keyId: string } | AddressFields;

/** An accepted key counts for its id from now on, and the line of its request has it; only its owner where the product API does not say it. */
export function acceptKey(request: FastifyRequest, { api, services }: Context): void {
  const { keyId = null, userId = null } = api.keyOwner ?? {};
  if (keyId !== null) request.keyCaller = { keyId };
  else if (userId !== null) request.keyCaller = { userId };
  services.shares.accept(request.sender, keyId === null ? request.sender.credential : `key ${keyId}`);
}

/**
 * Who has sent a request, for its line in the log: the user of its session, the API key, or else the address. A request that was refused before its session or key was
 * looked at has those for which its credential was accepted in the last hour.
 */
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
