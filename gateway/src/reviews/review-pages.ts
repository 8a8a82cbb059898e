import type { ExtensionCall } from '@console/contract/call';
import { reviewsCalls as calls } from '@console/contract/calls/reviews';
import { GraphQLList, type GraphQLOutputType, type GraphQLResolveInfo } from 'graphql';
import type { Context } from '../core/context.ts';
import type { AccessReview, AccessReviewItem, QueryAccessReviewItemsArgs } from '../generated/resolvers-types.ts';
import { type Connection, connectionIn, type PageArgs, type PageWindow } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { integerOf, toWireId } from '../product-api/shape.ts';
import { hasCall, type IfSupported } from '../specified/extension-calls.ts';
import { readAsType } from '../specified/read-as-type.ts';

interface Answer {
  rows: readonly unknown[];
  totalCount: number;
  hasNext: boolean;
}

interface Read {
  call: ExtensionCall;
  type: 'AccessReview' | 'AccessReviewItem';
  list: Readonly<Record<string, unknown>>;
  read: (page: { limit: string; after: string | undefined }) => Promise<Answer>;
}

/** A page of rows in the order of their ids; null if the product API has no access reviews. */
async function readPage<T extends { id: string | number }>(
  { call, type, list, read: readRows }: Read,
  args: PageArgs,
  context: Context,
  { schema, fieldName: field }: GraphQLResolveInfo,
): Promise<IfSupported<Connection<T>>> {
  requireKey(context.api);
  if (!(await hasCall(context, call))) return null;
  const read = async ({ limit, after }: PageWindow) => {
    const { rows, totalCount, hasNext } = await readRows({ limit: String(limit), after: after?.id });
    const listType = new GraphQLList(schema.getType(type) as GraphQLOutputType);
    return {
      rows: readAsType(listType, rows, { call, field, log: context.log }) as T[],
      total: totalCount,
      hasNext,
      hasPrevious: after !== null,
      placeOf: ({ id }: T) => ({ keys: [], id: String(id) }),
    };
  };
  return connectionIn<T>({ cursors: context.services.cursors.of({ field, ...list }), read }, args);
}

/** The access reviews of an organisation. The product API decides which of them the caller may read. */
export function readReviews(organisationId: string, args: PageArgs, context: Context, info: GraphQLResolveInfo) {
  const call = calls.accessReviews;
  const read: Read['read'] = async (page) => {
    const query = { organisationId: toWireId(organisationId), ...page };
    const answer = await context.api.call(call, { query });
    return answerOf(answer.accessReviews, answer);
  };
  return readPage<AccessReview>({ call, type: 'AccessReview', list: { organisationId }, read }, args, context, info);
}

/** The people in an access review. */
export function readReviewItems(
  { reviewId, filter, search, first, after }: QueryAccessReviewItemsArgs,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const call = calls.accessReviewItems;
  const { mine, decided, decision, outcome, department } = filter ?? {};
  const list = { reviewId: String(reviewId), mine, decided, decision, outcome, department, search };
  const read: Read['read'] = async (page) => {
    const query = {
      reviewId: toWireId(String(reviewId)),
      mine: flagOf(mine),
      decided: flagOf(decided),
      decision: decision ?? undefined,
      outcome: outcome ?? undefined,
      department: department ?? undefined,
      search: search ?? undefined,
      ...page,
    };
    const answer = await context.api.call(call, { query });
    return answerOf(answer.accessReviewItems, answer);
  };
  return readPage<AccessReviewItem>({ call, type: 'AccessReviewItem', list, read }, { first, after }, context, info);
}

const answerOf = (rows: unknown, { totalCount, hasNext }: { totalCount?: unknown; hasNext?: unknown }): Answer => ({
  rows: Array.isArray(rows) ? rows : [],
  totalCount: integerOf(totalCount) ?? 0,
  hasNext: hasNext === true,
});

const flagOf = (flag: boolean | null | undefined): 'true' | 'false' | undefined =>
  flag == null ? undefined : flag ? 'true' : 'false';
