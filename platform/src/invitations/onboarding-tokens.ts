import type { Services } from '../core/access/services.ts';
import { type Actor, publicActor } from '../core/base/audit-entry.ts';
import { invalidToken } from '../core/base/failure.ts';
import type { RequestIdempotencyKey } from '../core/base/idempotent-request.ts';
import { hashSecret } from '../core/base/keys.ts';
import { limitTokenAttempts } from './token-attempts.ts';
import { findTokenForRequest, type ValidToken } from './user-tokens.ts';

export const onboardingTokenKinds = ['onboarding'] as const;

/** A call with the token of an onboarding link. */
export interface OnboardingRequest {
  address: string;
  requestId: string;
  token: string;
  requestKey: RequestIdempotencyKey | null;
}

/**
 * The owner of an onboarding token before it is locked, and the actor of the call. The token may have been used by the same call with the same
 * idempotency key. Throws 422 TOKEN_INVALID, and 429 after too many wrong tokens.
 */
export async function findOnboardingUser(
  services: Services,
  { address, requestId, token, requestKey }: OnboardingRequest,
): Promise<{ user: ValidToken; actor: Actor }> {
  const user = await limitTokenAttempts(services, address, () =>
    findTokenForRequest(services, services.db, token, onboardingTokenKinds, requestKey),
  );
  if (!user) throw invalidToken();
  const actor = publicActor({ id: user.ent_usr_id, ent_org_id: user.ent_org_id }, { requestId, address });
  if (!requestKey) return { user, actor };
  const inputHash = hashSecret(JSON.stringify([token, requestKey.inputHash]));
  return {
    user,
    actor: {
      ...actor,
      idempotency: { ...requestKey, inputHash, owner: { column: 'ent_usr_id', id: user.ent_usr_id }, commands: 0 },
    },
  };
}
