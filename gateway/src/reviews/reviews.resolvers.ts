import { reviewsCalls as calls } from '@console/contract/calls/reviews';
import { isAllowed } from '../core/caller.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { idOf, type OrganisationBody } from '../product-api/shape.ts';
import { mayCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';
import { readReviewItems, readReviews } from './review-pages.ts';

const readSeries = passOn(calls.accessReviewSeries, {
  input: (_args, { id }: OrganisationBody) => ({ organisationId: id }),
});

export const reviewsResolvers: Resolvers = {
  Query: {
    accessReview: passOn(calls.accessReview),
    accessReviewItems: (_root, args, context, info) => readReviewItems(args, context, info),
  },

  Mutation: {
    startAccessReview: passOn(calls.startAccessReview),
    decideInAccessReview: passOn(calls.decideInAccessReview),
    endAccessReview: passOn(calls.endAccessReview),
    cancelAccessReview: passOn(calls.cancelAccessReview),
    endAccessReviewSeries: passOn(calls.endAccessReviewSeries),
  },

  Organisation: {
    accessReviews: ({ id }: OrganisationBody, args, context, info) => readReviews(idOf(id) ?? '', args, context, info),
    accessReviewSeries: async (organisation, args, context, info) => {
      const id = idOf(organisation.id) ?? '';
      // A reviewer who may not read all reviews.
      const isReviewer =
        !(await isAllowed(context.api, 'reviews:view', id)) && (await isAllowed(context.api, 'reviews:decide', id));
      return isReviewer && (await mayCall(context, calls.accessReviewSeries))
        ? []
        : readSeries(organisation, args, context, info);
    },
    viewerCanViewAccessReviews: async ({ id }, _args, context) =>
      (await isAllowed(context.api, 'reviews:decide', idOf(id) ?? '')) && mayCall(context, calls.accessReviews),
    viewerCanStartAccessReview: async ({ id }, _args, context) =>
      (await isAllowed(context.api, 'reviews:start', idOf(id) ?? '')) && mayCall(context, calls.startAccessReview),
  },
};
