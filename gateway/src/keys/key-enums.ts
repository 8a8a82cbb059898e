import { keyScopes, schemaScopeName } from '@console/contract/key-scopes';
import type { ApiKeyScope, ApiKeyStatus } from '../generated/resolvers-types.ts';
import { timeMsOf } from '../product-api/shape.ts';
import type { ApiKeyBody } from './api-key.ts';

/** Scopes of the schema; unknown ones are left out. */
export const toApiKeyScopes = (scopes: unknown): ApiKeyScope[] => {
  const known: readonly unknown[] = Array.isArray(scopes) ? scopes : [];
  return keyScopes.filter((scope) => known.includes(scope)).map(schemaScopeName);
};

export function apiKeyStatusOf(
  { revoked_at, expires_at, rotated_at, suspended_at }: ApiKeyBody,
  now: Date,
): ApiKeyStatus {
  if (revoked_at != null) return 'REVOKED';
  const expiresAt = timeMsOf(expires_at);
  if (expiresAt !== null && expiresAt <= now.getTime()) return 'EXPIRED';
  if (suspended_at != null) return 'SUSPENDED';
  return rotated_at == null ? 'ACTIVE' : 'ROTATED';
}
