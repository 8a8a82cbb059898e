import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { describe, expect, test, vi } from 'vitest';
import type { Context } from '../core/context.ts';
import { assertSeatAvailable, assertWithinUserLimit, countActiveUsers } from './user-limit.ts';

/** A context in which the call for active users returns this. */
function contextOf(answer: object, extensions = true) {
  const call = vi.fn(async () => answer);
  const supports = async (name: string) => extensions && name === 'extensions';
  const api = { call, key: 'a key', perRequest: (_: unknown, make: () => unknown) => make() };
  return { call, context: { api, supports } as unknown as Context };
}
const users = [
  { id: 1, email: 'a@b.example' },
  { id: 2, email: 'b@b.example' },
];

describe('USER-18 the active users of an organisation', () => {
  test('are counted by our platform, without rows', async () => {
    const { call, context } = contextOf({ users: [], total_count: 7 });
    expect(await countActiveUsers(context, '5')).toBe(7);
    const query = { org_id: '5', state: 'active', limit: '0' };
    expect(call.mock.calls).toMatchObject([[extensionCalls.allUsers, { query }]]);
  });

  test('are the rows of a product API without extensions', async () => {
    const { call, context } = contextOf({ active_users: users }, false);
    expect(await countActiveUsers(context, 'x')).toBe(2);
    expect(call.mock.calls).toEqual([[calls.activeUserList, { query: { org_id: 'x', include_current_user: 'true' } }]]);
  });
});

const limitReached = expect.objectContaining({ extensions: expect.objectContaining({ code: 'USER_LIMIT_REACHED' }) });

describe('USER-17 USER-18 a user limit', () => {
  test.each([
    [2, 3, true],
    ['2', 3, true],
    [2, 2, false],
    [0, 1, true],
    [null, 99, false],
    [-1, 99, false],
    [undefined, 99, false],
  ])('of %s is exceeded by %i users: %s', (user_limit, activeUsers, isExceeded) => {
    const check = () => assertWithinUserLimit({ user_limit }, activeUsers);
    if (isExceeded) expect(check).toThrow(limitReached);
    else check();
  });

  test('needs a seat for one more user', async () => {
    const { context } = contextOf({ users: [], total_count: 2 });
    await assertSeatAvailable(context, '5', { user_limit: 3 });
    await expect(assertSeatAvailable(context, '5', { user_limit: 2 })).rejects.toThrow(limitReached);
  });

  test('that is none makes no call', async () => {
    const { call, context } = contextOf({});
    await assertSeatAvailable(context, '5', { user_limit: null });
    expect(call).not.toHaveBeenCalled();
  });
});
