import { timingSafeEqual } from 'node:crypto';
import { sessionCalls } from '@console/contract/calls/session';
import { isAuditedCode } from '@console/contract/errors';
import { gatewayProof, gatewayProofHeader } from '@console/contract/gateway-proof';
import type { FastifyRequest } from 'fastify';
import { hashEmail, type Refusal } from '../access/refusals.ts';
import type { Services } from '../access/services.ts';
import { type Actor, type AuditEntry, refusalOf } from '../base/audit-entry.ts';
import { clientAddress } from '../base/client-address.ts';
import type { Failure } from '../base/failure.ts';
import { hashSecret } from '../base/keys.ts';
import { ownersOfKeys } from '../database/key-owners.ts';

const codes: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
};

/** What the parameters of a call name, where they name one thing. */
const targetTypes: Readonly<Record<string, string>> = {
  user_id: 'ent_usr',
  userId: 'ent_usr',
  ent_usr_id: 'ent_usr',
  org_id: 'ent_org',
  ext_org_id: 'ent_org',
};

/** What the audit log says of a failed request; null for a failure that refuses neither an action nor a credential. */
export async function refusedRequest(
  failure: Failure,
  request: FastifyRequest,
  services: Services,
): Promise<Refusal | null> {
  const { apiKeyHeader, trustedGateways, gatewaySecrets } = services.settings;
  const isOfGateway = isProven(request, gatewaySecrets);
  // Reads go out before it is decided whether they are allowed: the gateway reports what the user wanted to do.
  if (isOfGateway && request.routeOptions.config.isRead && [403, 404].includes(failure.status)) return null;
  const key = givenKey(request, apiKeyHeader);
  const entry = failure.audit ?? entryOf(failure, request, key);
  if (!entry) return null;
  const email = request.caller ? null : claimedEmail(request.body);
  return {
    actor: { ...(failure.actor ?? (await actorOf(failure, request, services.db, key))), requestId: request.id },
    entry,
    emailHash: email && hashEmail(email),
    clientAddress: clientAddress(request, trustedGateways),
    isOfGateway,
  };
}

const isProven = ({ id, headers }: FastifyRequest, secrets: readonly string[]): boolean => {
  const proof = Buffer.from(String(headers[gatewayProofHeader] ?? ''));
  const proofs = secrets.map((secret) => Buffer.from(gatewayProof(secret, id)));
  return proofs.some((right) => right.length === proof.length && timingSafeEqual(right, proof));
};

function entryOf({ status, body }: Failure, request: FastifyRequest, key: string | null): AuditEntry | null {
  const { call, action } = request.routeOptions.config;
  const code = 'code' in body && isAuditedCode(body.code) ? body.code : codes[status];
  if (!code || !call) return null;
  if (status !== 401) return refusalOf(action ?? call, code, targetOf(request));
  // A session that is ended twice is no attempt at anything.
  if (key === null || call === sessionCalls.logoutApiUser.name) return null;
  return refusalOf('session:useKey', code, { type: 'call', id: call });
}

/** The caller; for a key that is not valid any more, its owner. */
async function actorOf(
  { status }: Failure,
  { caller }: FastifyRequest,
  db: Services['db'],
  key: string | null,
): Promise<Omit<Actor, 'requestId'>> {
  if (caller) return caller;
  const hash = status === 401 && key ? hashSecret(key) : null;
  const owner = hash ? (await ownersOfKeys(db, [hash])).get(hash) : undefined;
  return { userId: null, organisationId: null, ...owner, via: 'public' };
}

/** The key that a call was made with, or that it is about. */
function givenKey({ headers, body }: FastifyRequest, header: string): string | null {
  const { task } = fieldsOf(body);
  return textOf(headers[header]) ?? textOf(fieldsOf(task).api_key);
}

/** What a request is about: the user or organisation that it names, or the call itself. */
export function targetOf({ query, body, routeOptions }: FastifyRequest): AuditEntry['target'] {
  const given = { ...fieldsOf(query), ...fieldsOf(body) };
  for (const [field, type] of Object.entries(targetTypes)) {
    const id = String(given[field]);
    if (/^\d{1,15}$/.test(id)) return { type, id };
  }
  return { type: 'call', id: routeOptions.config.call ?? null };
}

/** The email of whoever calls without a key. */
function claimedEmail(body: unknown): string | null {
  const { ent_usr, user_email, email } = fieldsOf(body);
  return textOf(fieldsOf(ent_usr).email) ?? textOf(user_email) ?? textOf(email);
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
