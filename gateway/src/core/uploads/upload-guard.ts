import { Kind } from 'graphql';
import { failure } from '../../base/errors.ts';
import { callContextOf } from '../context.ts';
import type { Services } from '../services.ts';
import { isOnboardingToken, onboardingLinkInvalid, readTokenOwner } from '../token-owner.ts';
import type { OperationCheck } from '../validated-operation.ts';
import type { UploadGuard } from './multipart.ts';

/** REST-8: authorises an upload without a session by an onboarding token. Throws TOKEN_INVALID or RATE_LIMITED. */
export const onboardingUploadGuard =
  ({ productApi, limits }: Services): UploadGuard =>
  async (request, token) => {
    await limits.consumeOnboarding(request.ip);
    if (!isOnboardingToken(await readTokenOwner(productApi, callContextOf(request), token)))
      throw onboardingLinkInvalid();
  };

/** Allows only `onboardOrganisation` in a request that was authorised by a token; the mutation compares the token itself. */
export const onboardingOnly: OperationCheck = ({ operation, context }) => {
  if (context.onboardingToken === null) return;
  const alone = operation?.selectionSet.selections.every(
    (node) => node.kind === Kind.FIELD && node.name.value === 'onboardOrganisation',
  );
  if (!alone) throw failure('FORBIDDEN', 'This request may hold onboardOrganisation only', { answerStatus: 403 });
};
