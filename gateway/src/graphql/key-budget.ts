import type { FastifyReply } from 'fastify';
import { failure, retryText } from '../base/errors.ts';
import type { Context, OperationPoints } from '../core/context.ts';
import type { KeyBudgets } from '../core/key-budgets.ts';
import type { OperationCheck } from '../core/validated-operation.ts';
import type { CostOf } from './call-budget.ts';
import { isCostOnly } from './cost-only.ts';

/** Points of an operation, and of a call behind `@perObjectCall`. A row costs one. */
const points = { query: 1, mutation: 10, call: 10 };

/** Charges an operation to its API key: RATE_LIMITED if too little is left, TOO_COSTLY if there never is enough. Browser sessions have no budget. */
export const spendKeyBudget =
  (budgets: KeyBudgets, costOf: CostOf, pointsPerMinute: number): OperationCheck =>
  (operation) => {
    const { session, api } = operation.context;
    if (pointsPerMinute === 0 || !session.isBearer || api.key === null) return;
    const requested = pointsOf(operation, costOf).points;
    // Asking for an unaffordable cost is as useful as running it.
    requireAffordable(budgets, requested, 'This operation');
    takePoints(operation.context, budgets, isCostOnly(operation.context) ? points.query : requested, 'This operation');
  };

export function pointsOf(operation: Parameters<CostOf>[0], costOf: CostOf): OperationPoints {
  const { rows, calls } = costOf(operation);
  const own = operation.operation?.operation === 'mutation' ? points.mutation : points.query;
  return { points: own + rows + calls * points.call, rows, calls };
}

/** Charges a request besides GraphQL to an API key; `what` names it in errors. */
export function spendPoints(context: Context, requested: number, what: string): void {
  const { keyBudgets } = context.services;
  if (keyBudgets.limit === 0 || !context.session.isBearer) return;
  requireAffordable(keyBudgets, requested, what);
  takePoints(context, keyBudgets, requested, what);
}

function requireAffordable({ limit }: KeyBudgets, requested: number, what: string): void {
  if (requested > limit)
    throw failure('TOO_COSTLY', `${what} costs ${requested} points. A key has at most ${limit}.`, {
      responseStatus: 422,
    });
}

function takePoints({ sender, cost }: Context, budgets: KeyBudgets, requested: number, what: string): void {
  cost.spent = budgets.spend(sender.credential, sender.network, requested);
  const { remaining, retryAfter } = cost.spent;
  if (retryAfter > 0)
    throw failure(
      'RATE_LIMITED',
      `${what} costs ${requested} points and the key has ${remaining} left. ${retryText(retryAfter)}`,
      { retryAfter, responseStatus: 429 },
    );
}

/** Undefined for a caller without a budget. */
export const costExtension = ({ cost: { spent } }: Context) =>
  spent === null
    ? undefined
    : {
        cost: {
          requested: spent.requested,
          remaining: spent.remaining,
          limit: spent.limit,
          resetAt: spent.resetAt.toISOString(),
        },
      };

/** Fields of the IETF draft `RateLimit header fields for HTTP`, and Retry-After. */
export function setRateLimitHeaders(reply: FastifyReply, context: Context): void {
  const { cost, services, api, sender, keyRequest } = context;
  const { spent } = cost;
  if (spent === null) return;
  if (keyRequest) keyRequest.cost = spent.requested;
  if (api.isAccepted) services.keyBudgets.accept(sender.credential, sender.network, spent.requested);
  const seconds = Math.max(0, Math.ceil((spent.resetAt.getTime() - services.clock().getTime()) / 1000));
  reply.header('ratelimit-policy', `"key";q=${spent.limit};w=60`);
  reply.header('ratelimit', `"key";r=${spent.remaining};t=${seconds}`);
  if (spent.retryAfter > 0) reply.header('retry-after', String(spent.retryAfter));
}
