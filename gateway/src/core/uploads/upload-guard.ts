import type { ApolloServerPlugin } from '@apollo/server';
import { Kind } from 'graphql';
import { failure } from '../../base/errors.ts';
import { type Context, callContextOf } from '../context.ts';
import type { Services } from '../services.ts';
import { isOnboarding, onboardingOver, readTokenOwner } from '../token-owner.ts';
import type { OnboardingDoor } from './multipart.ts';

/** REST-8: lets a request with files in without a session, for a token that brings an organisation on board. Throws TOKEN_INVALID, RATE_LIMITED. */
export const onboardingDoor =
  ({ productApi, limits }: Services): OnboardingDoor =>
  async (request, token) => {
    await limits.onboarding(request.ip);
    if (!isOnboarding(await readTokenOwner(productApi, callContextOf(request), token))) throw onboardingOver();
  };

/** Refuses everything but `onboardOrganisation` in a request that was let in by its token. Whose token it is the act itself compares. */
export const onboardingAlone: ApolloServerPlugin<Context> = {
  requestDidStart: async () => ({
    async didResolveOperation({ operation, contextValue }) {
      if (contextValue.onboardingToken === null) return;
      const alone = operation?.selectionSet.selections.every(
        (node) => node.kind === Kind.FIELD && node.name.value === 'onboardOrganisation',
      );
      if (!alone) throw failure('FORBIDDEN', 'This request may hold onboardOrganisation only', { answerStatus: 403 });
    },
  }),
};
