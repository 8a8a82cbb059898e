import { sessionCalls } from '@console/contract/calls/session';
import { isAuditedCode } from '@console/contract/errors';
import type { FastifyRequest } from 'fastify';
import { hashEmail, type Refusal } from '../access/refusal-log.ts';
import type { Services } from '../access/services.ts';
import { type Actor, type AuditEntry, refusalEntry } from '../base/audit-entry.ts';
import { clientAddress } from '../base/client-address.ts';
import type { Failure } from '../base/failure.ts';
import { hashSecret } from '../base/keys.ts';
import { findKeyOwners } from '../database/key-owners.ts';
import { gatewayProofOf, isReportWithOutdatedSecret } from './gateway-secret.ts';

const codes: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
};

const targetTypes: Readonly<Record<string, string>> = {
  user_id: 'ent_usr',
  userId: 'ent_usr',
  ent_usr_id: 'ent_usr',
  org_id: 'ent_org',
  organisationId: 'ent_org',
  ext_org_id: 'ent_org',
};

/** Refusal of a failed request; null if neither an action nor a credential was refused. */
export async function refusalOfRequest(
  failure: Failure,
  request: FastifyRequest,
  services: Services,
): Promise<Refusal | null> {
  const { apiKeyHeader, trustedGateways, gatewaySecrets } = services.settings;
  const gatewayProof = gatewayProofOf(request, gatewaySecrets);
  // Do not record refused reads of a gateway: it reports the user's own action.
  if (gatewayProof !== null && request.routeOptions.config.isRead && [403, 404].includes(failure.status)) return null;
  if (failure.status === 403 && isReportWithOutdatedSecret(request, services.settings)) return null;
  const key = requestKey(request, apiKeyHeader);
  const found = failure.audit ?? entryOf(failure, request, key);
  if (!found) return null;
  const { refusedAs } = request.routeOptions.config;
  const entry =
    refusedAs && failure.status !== 401 ? { ...found, after: { ...found.after, action: refusedAs } } : found;
  const email = request.caller ? null : claimedEmail(request.body);
  return {
    actor: { ...(failure.actor ?? (await actorOf(failure, request, services.db, key))), requestId: request.id },
    entry,
    emailHash: email && hashEmail(email),
    clientAddress: clientAddress(request, trustedGateways),
    gatewayProof,
  };
}

function entryOf({ status, body }: Failure, request: FastifyRequest, key: string | null): AuditEntry | null {
  const { call, action } = request.routeOptions.config;
  const code = 'code' in body && isAuditedCode(body.code) ? body.code : codes[status];
  if (!code || !call) return null;
  if (status !== 401) return refusalEntry(action ?? call, code, targetOfRequest(request));
  // A second sign-out is not an attempt to get access.
  if (key === null || call === sessionCalls.logoutApiUser.name) return null;
  return refusalEntry('session:useKey', code, { type: 'call', id: call });
}

async function actorOf(
  { status }: Failure,
  { caller }: FastifyRequest,
  db: Services['db'],
  key: string | null,
): Promise<Omit<Actor, 'requestId'>> {
  if (caller) return caller;
  const hash = status === 401 && key ? hashSecret(key) : null;
  const owner = hash ? (await findKeyOwners(db, [hash])).get(hash) : undefined;
  return { userId: null, organisationId: null, ...owner, via: 'public' };
}

/** The key, from the header or from the body. */
function requestKey({ headers, body }: FastifyRequest, header: string): string | null {
  const { task } = fieldsOf(body);
  return textOf(headers[header]) ?? textOf(fieldsOf(task).api_key);
}

/** Target of a request: the user or organisation that it names, otherwise the call. */
export function targetOfRequest({ query, body, routeOptions }: FastifyRequest): AuditEntry['target'] {
  const fields = { ...fieldsOf(query), ...fieldsOf(body) };
  for (const [field, type] of Object.entries(targetTypes)) {
    const id = String(fields[field]);
    if (/^\d{1,15}$/.test(id)) return { type, id };
  }
  return { type: 'call', id: routeOptions.config.call ?? null };
}

function claimedEmail(body: unknown): string | null {
  const { ent_usr, user_email, email } = fieldsOf(body);
  return textOf(fieldsOf(ent_usr).email) ?? textOf(user_email) ?? textOf(email);
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
