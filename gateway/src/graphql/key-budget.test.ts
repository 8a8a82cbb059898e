import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Context } from '../core/context.ts';
import { KeyBudgets } from '../core/key-budgets.ts';
import type { ValidatedOperation } from '../core/validated-operation.ts';
import { memoisedCost } from './call-budget.ts';
import { costExtension, setRateLimitHeaders, spendKeyBudget, spendPoints } from './key-budget.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));
const costOf = memoisedCost(schema);
const clock = () => new Date(0);
const limit = 120;
let budgets = new KeyBudgets(limit, clock);
beforeEach(() => {
  budgets = new KeyBudgets(limit, clock);
});

interface Sent {
  isBearer?: boolean;
  key?: string | null;
  pointsPerMinute?: number;
  isAccepted?: boolean;
  hasOperation?: boolean;
}

const contextOf = ({ isBearer = true, key = 'key', isAccepted = true }: Sent = {}) =>
  ({
    session: { isBearer },
    api: { key, isAccepted },
    sender: { credential: 'hash', network: '::1' },
    cost: { spent: null },
    services: { keyBudgets: budgets, clock },
  }) as unknown as Context;

/** Spends the points of an operation of a program; returns its context. */
function spend(text: string, sent: Sent = {}) {
  const { pointsPerMinute = limit, hasOperation = true } = sent;
  const document = parse(text);
  const context = contextOf(sent);
  const operation = hasOperation ? (document.definitions[0] as OperationDefinitionNode) : undefined;
  const validated = { document, operation, request: {}, context } as unknown as ValidatedOperation;
  spendKeyBudget(budgets, costOf, pointsPerMinute)(validated);
  return context;
}
const requested = (text: string) => spend(text).cost.spent?.requested;

describe('GQL-11 the points of an operation', () => {
  test.each([
    ['{ viewer { user { id } } }', 1],
    ['{ organisation(id: 1) { users { nodes { id } } } }', 36],
    ['{ organisation(id: 1) { users(last: 7) { nodes { id } } mappings(first: 3) { nodes { id } } } }', 31],
    ['{ organisations(first: 2) { nodes { users(first: 5) { nodes { id } } } } }', 33],
    ['{ verifyActivity(organisationId: 1) { whole } }', 101],
    ['{ verifyActivity(organisationId: 1, first: 250) { whole } }', 4],
    ['mutation { encrypt(data: "x") { data } }', 10],
  ])('of %s are %d', (document, points) => {
    expect(requested(document)).toBe(points);
  });

  test('of a document without the named one are those of a query', () => {
    expect(spend('fragment f on Query { __typename }', { hasOperation: false }).cost.spent?.requested).toBe(1);
  });

  test('are taken of a key with a budget alone', () => {
    const document = '{ viewer { user { id } } }';
    for (const sent of [{ isBearer: false }, { key: null }, { pointsPerMinute: 0 }]) {
      const context = spend(document, sent);
      expect([context.cost.spent, costExtension(context)]).toEqual([null, undefined]);
    }
  });

  test('may be all that a key has', () => {
    expect(requested('{ organisation(id: 1) { users(first: 109) { nodes { id } } } }')).toBe(limit);
  });

  test('are RATE_LIMITED where too few are left, and TOO_COSTLY where there never are as many', () => {
    const page = (first: number) => `{ organisation(id: 1) { users(first: ${first}) { nodes { id } } } }`;
    expect(requested(page(100))).toBe(111);
    const text = 'This operation costs 36 points and the key has 9 left. Try again in 14 seconds.';
    const extensions = { code: 'RATE_LIMITED', retryAfter: 14, http: { status: 429 } };
    expect(() => spend(page(25))).toThrow(
      expect.objectContaining({ message: text, extensions: expect.objectContaining(extensions) }),
    );
    const costly = { message: 'This operation costs 121 points. A key has at most 120.', code: 'TOO_COSTLY' };
    const refused = expect.objectContaining({
      message: costly.message,
      extensions: expect.objectContaining({ code: costly.code, http: { status: 422 } }),
    });
    expect(() => spend('{ organisations(first: 10) { nodes { users(first: 1) { nodes { id } } } } }')).toThrow(refused);
    expect(requested('{ viewer { user { id } } }')).toBe(1);
  });
});

test('GQL-11 the points of a request besides GraphQL are taken and refused as those of an operation', () => {
  const take = (points: number, context = contextOf()) => {
    spendPoints(context, points, 'An export');
    return context.cost.spent?.remaining;
  };
  expect([take(limit - 20), take(0, contextOf({ isBearer: false }))]).toEqual([20, undefined]);
  expect(() => take(21)).toThrow('An export costs 21 points and the key has 20 left');
  expect(() => take(limit + 1)).toThrow('An export costs 121 points. A key has at most 120.');
  budgets = new KeyBudgets(0, clock);
  expect(take(1)).toBe(undefined);
});

describe('GQL-11 an answer', () => {
  const headersOf = (context: Context) => {
    const header = vi.fn();
    setRateLimitHeaders({ header } as unknown as FastifyReply, context);
    return Object.fromEntries(header.mock.calls);
  };

  test('has what was spent, what is left and when it is full again', () => {
    const context = spend('mutation { encrypt(data: "x") { data } }');
    const cost = { requested: 10, remaining: 110, limit: 120, resetAt: '1970-01-01T00:00:05.000Z' };
    expect(costExtension(context)).toEqual({ cost });
    expect(headersOf(context)).toEqual({ 'ratelimit-policy': '"key";q=120;w=60', ratelimit: '"key";r=110;t=5' });
  });

  test('has nothing of it for a caller without a budget', () => {
    expect(headersOf(spend('{ viewer { user { id } } }', { isBearer: false }))).toEqual({});
  });

  test('that was refused says when to try again', () => {
    const context = spend('mutation { encrypt(data: "x") { data } }');
    context.cost.spent = budgets.spend('hash', '::1', 115);
    expect(headersOf(context)).toMatchObject({ 'retry-after': '3', ratelimit: '"key";r=110;t=5' });
  });

  test('to an accepted key takes its points from a budget of its own', () => {
    headersOf(spend('mutation { encrypt(data: "x") { data } }', { isAccepted: false }));
    // Read from another IP address: shows whether the key has its own budget.
    const left = () => [budgets.spend('hash', '::2', 0), budgets.spend('', '::1', 0)].map((one) => one.remaining);
    expect(left()).toEqual([120, 110]);
    headersOf(spend('mutation { encrypt(data: "x") { data } }'));
    expect(left()).toEqual([110, 110]);
  });

  test('after its budget is full again has no time to wait', () => {
    const context = spend('{ viewer { user { id } } }');
    context.services.clock = () => new Date(60_000);
    expect(headersOf(context)).toMatchObject({ ratelimit: '"key";r=119;t=0' });
  });
});
