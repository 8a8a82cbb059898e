import type { ExtensionCall } from '@console/contract/call';
import { reviewsCalls as calls } from '@console/contract/calls/reviews';
import { reviewPeople } from '@console/contract/lists';
import { GraphQLList, type GraphQLOutputType, type GraphQLResolveInfo } from 'graphql';
import type { Context } from '../core/context.ts';
import type { AccessReview, AccessReviewItem, QueryAccessReviewItemsArgs } from '../generated/resolvers-types.ts';
import { checkedMatch, matchQuery } from '../product-api/list-query.ts';
import { type AnsweredPage, pageFromPlatform } from '../product-api/lists.ts';
import {
  type Connection,
  connectionIn,
  type PageArgs,
  type RequestedPage,
  windowQuery,
} from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { toWireId } from '../product-api/shape.ts';
import { type IfSupported, supportsCall } from '../specified/extension-calls.ts';
import { readAsType } from '../specified/read-as-type.ts';

interface Read {
  call: ExtensionCall;
  type: 'AccessReview' | 'AccessReviewItem';
  list: Readonly<Record<string, unknown>>;
  read: (page: ReturnType<typeof windowQuery>) => Promise<AnsweredPage & { rows: unknown }>;
}

/** A page by id; null if the product API has no access reviews. */
async function readPage<T extends { id: string | number }>(
  { call, type, list, read: readRows }: Read,
  args: PageArgs,
  context: Context,
  { schema, fieldName: field }: GraphQLResolveInfo,
): Promise<IfSupported<Connection<T>>> {
  requireKey(context.api);
  if (!(await supportsCall(context, call))) return null;
  const read = async (window: RequestedPage) => {
    const { rows, ...answer } = await readRows(windowQuery(window, true));
    const listType = new GraphQLList(schema.getType(type) as GraphQLOutputType);
    const read = readAsType(listType, Array.isArray(rows) ? rows : [], { call, field, log: context.log }) as T[];
    return pageFromPlatform(read, answer, window, () => []);
  };
  return connectionIn<T>({ cursors: context.services.cursors.of({ field, ...list }), read }, args);
}

/** The product API decides which reviews the caller may read. */
export function readReviews(organisationId: string, args: PageArgs, context: Context, info: GraphQLResolveInfo) {
  const call = calls.accessReviews;
  const read: Read['read'] = async (page) => {
    const query = { organisationId: toWireId(organisationId), ...page };
    const { accessReviews: rows, ...answer } = await context.api.call(call, { query });
    return { rows, ...answer };
  };
  return readPage<AccessReview>({ call, type: 'AccessReview', list: { organisationId }, read }, args, context, info);
}

export function readReviewItems(
  { reviewId, filter, ...args }: QueryAccessReviewItemsArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const call = calls.accessReviewItems;
  const match = matchQuery(reviewPeople, checkedMatch(reviewPeople, args, filter));
  const list = { reviewId: String(reviewId), ...match };
  const read: Read['read'] = async (page) => {
    const query = { reviewId: toWireId(String(reviewId)), ...match, ...page };
    const { accessReviewItems: rows, ...answer } = await context.api.call(call, { query });
    return { rows, ...answer };
  };
  return readPage<AccessReviewItem>({ call, type: 'AccessReviewItem', list, read }, args, context, info);
}
