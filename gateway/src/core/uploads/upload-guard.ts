import { idempotencyKeyHeader } from '@console/contract/calls/idempotency';
import { Kind } from 'graphql';
import { failure } from '../../base/errors.ts';
import { callContextOf } from '../context.ts';
import { anonymousKeyHash } from '../idempotent-operation.ts';
import type { Services } from '../services.ts';
import { hasStoredResponse } from '../shared-operations.ts';
import { onboardingLinkError, ownsOnboardingToken, readTokenOwner } from '../token-owner.ts';
import type { OperationCheck } from '../validated-operation.ts';
import type { UploadGuard } from './multipart.ts';

/** REST-8: authorises an upload by an onboarding token, which its own operation may have used. Throws TOKEN_INVALID or RATE_LIMITED. */
export const onboardingUploadGuard =
  ({ productApi, capabilities, limits, store }: Services): UploadGuard =>
  async (request, token) => {
    await limits.onboardings.consumeOrThrow(request.ip);
    const key = request.headers[idempotencyKeyHeader];
    const keyHash = typeof key === 'string' ? anonymousKeyHash(token, key) : undefined;
    if (keyHash !== undefined && (await hasStoredResponse(store, keyHash))) return;
    const services = { productApi, capabilities };
    if (!ownsOnboardingToken(await readTokenOwner(services, callContextOf(request), token, keyHash)))
      throw onboardingLinkError();
  };

/** Allows only `onboardOrganisation` with a token; the mutation compares the token itself. */
export const restrictTokenToOnboarding: OperationCheck = ({ operation, context }) => {
  if (context.onboardingToken === null) return;
  const alone = operation?.selectionSet.selections.every(
    (node) => node.kind === Kind.FIELD && node.name.value === 'onboardOrganisation',
  );
  if (!alone)
    throw failure(
      'FORBIDDEN',
      'A request that is authorised by an onboarding link must contain only onboardOrganisation.',
      { responseStatus: 403 },
    );
};
