import { reviewsCalls as calls } from '@console/contract/calls/reviews';
import { isAllowed, isAllowedInEnabled } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { idOf, type OrganisationBody } from '../product-api/shape.ts';
import { mayCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';
import { readReviewItems, readReviews } from './review-pages.ts';

const readSeries = passOn(calls.accessReviewSeries, {
  input: (_args, { id }: OrganisationBody) => ({ organisationId: id }),
});

const isOnlyReviewer = async ({ api }: Context, id: string): Promise<boolean> =>
  !(await isAllowed(api, 'reviews:view', id)) && (await isAllowed(api, 'reviews:decide', id));

export const reviewsResolvers: Resolvers = {
  Query: {
    accessReview: passOn(calls.accessReview),
    accessReviewItems: (_root, args, context, info) => readReviewItems(args, context, info),
  },

  Mutation: {
    startAccessReview: passOn(calls.startAccessReview),
    decideInAccessReview: passOn(calls.decideInAccessReview),
    completeAccessReview: passOn(calls.completeAccessReview),
    cancelAccessReview: passOn(calls.cancelAccessReview),
    explainUnappliedDecision: passOn(calls.explainUnappliedDecision),
    endAccessReviewSeries: passOn(calls.endAccessReviewSeries),
  },

  Organisation: {
    accessReviews: ({ id }: OrganisationBody, args, context, info) => readReviews(idOf(id) ?? '', args, context, info),
    accessReviewSeries: async (organisation, args, context, info) => {
      const isReviewer = await isOnlyReviewer(context, idOf(organisation.id) ?? '');
      return isReviewer && (await mayCall(context, calls.accessReviewSeries))
        ? []
        : readSeries(organisation, args, context, info);
    },
    selfSetSupervisorCount: passOn(calls.selfSetSupervisorCount, {
      input: (_args, { id }: OrganisationBody) => ({ organisationId: id }),
    }),
    viewerCanViewAccessReviews: async ({ id }, _args, context) =>
      (await isAllowed(context.api, 'reviews:decide', idOf(id) ?? '')) && mayCall(context, calls.accessReviews),
    viewerCanStartAccessReview: async (organisation, _args, context) =>
      (await isAllowedInEnabled(context.api, organisation, 'reviews:start')) &&
      mayCall(context, calls.startAccessReview),
  },
};
