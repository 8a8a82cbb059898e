import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { type Actor, publicActor } from '../core/base/audit-entry.ts';
import { invalidToken } from '../core/base/failure.ts';
import type { RequestIdempotencyKey } from '../core/base/idempotent-request.ts';
import { hashSecret } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';
import { limitTokenAttempts } from './token-attempts.ts';
import { findTokenForRequest, type ValidToken } from './user-tokens.ts';

export const onboardingTokenKinds = ['onboarding'] as const;

export interface OnboardingRequest {
  address: string;
  requestId: string;
  token: string;
  requestKey: RequestIdempotencyKey | null;
}

/** Owner of an onboarding token before locking, or of a token that this request has used. Throws 422 TOKEN_INVALID, 429 after wrong tokens. */
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

/** Deletes a locked user's unused onboarding tokens. A used token is stored for the repetition of its request. */
export const deleteOnboardingTokens = (trx: Transaction<Database>, userId: number) =>
  trx
    .deleteFrom('user_token')
    .where('ent_usr_id', '=', userId)
    .where('kind', 'in', onboardingTokenKinds)
    .where('used_at', 'is', null)
    .execute();
