import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readGatewaySettings } from '../base/settings.ts';
import type { SharedState } from '../base/shared-store.ts';
import { createMemoryState } from '../testing/memory-state.ts';
import { type AttemptAccount, AttemptLimits, rateLimitedError, throwIfLimited } from './attempt-limits.ts';

const minute = 60_000;
const hour = 60 * minute;
const settings = readGatewaySettings({
  SIGN_IN_MAX_PER_ACCOUNT: '3',
  SIGN_IN_MAX_PER_ADDRESS: '4',
  MULTI_FACTOR_PER_ADDRESS: '4',
  MULTI_FACTOR_PER_EMAIL: '2',
  USER_FILES_PER_CALLER: '2',
});
let limits: AttemptLimits;
// A window includes its last millisecond.
const move = (ms: number) => vi.setSystemTime(Date.now() + ms + 1);

beforeEach(() => {
  vi.setSystemTime('2026-11-20T10:00:00Z');
  limits = new AttemptLimits(settings);
});
afterEach(() => vi.useRealTimers());

/** The seconds to wait after a rejected attempt; 0 for an accepted one. */
async function waitOf(attempt: () => unknown): Promise<number> {
  try {
    await attempt();
    return 0;
  } catch (thrown) {
    const { code, retryAfter } = (thrown as ReturnType<typeof rateLimitedError>).extensions;
    expect(code).toBe('RATE_LIMITED');
    return retryAfter as number;
  }
}
async function times(count: number, attempt: () => unknown): Promise<number[]> {
  const waits: number[] = [];
  while (waits.length < count) waits.push(await waitOf(attempt));
  return waits;
}

test('DESIGN a refused attempt says the seconds to wait', async () => {
  expect(rateLimitedError(7)).toMatchObject({
    message: 'Too many attempts. Try again in 7 seconds.',
    extensions: { code: 'RATE_LIMITED', retryAfter: 7 },
  });
  expect([await waitOf(() => throwIfLimited(0)), await waitOf(() => throwIfLimited(1))]).toEqual([0, 1]);
});

describe('SECURITY-T10 a limit', () => {
  test.each([
    ['passcodes', 5, 15 * 60],
    ['handovers', 30, 60],
    ['onboardings', 5, 60],
    ['ownPasswordsOfSession', 5, 15 * 60],
    ['encryptions', 60, 60],
    ['userFiles', 2, 60],
  ] as const)('of %s allows %i in %i s, for each key apart', async (name, count, seconds) => {
    const attempt = () => limits[name].consumeOrThrow('key');
    expect(await times(count, attempt)).toEqual(Array(count).fill(0));
    expect([await waitOf(attempt), await waitOf(() => limits[name].consumeOrThrow('other'))]).toEqual([seconds, 0]);
    move(seconds * 1000 - 1_500);
    expect(await waitOf(attempt)).toBe(2);
    move(1_490);
    expect(await waitOf(attempt)).toBe(1);
    move(20);
    expect(await waitOf(attempt)).toBe(0);
  });

  test('begins its time with the first attempt, and shows what is left without counting', async () => {
    const { passcodes } = limits;
    expect([
      await passcodes.consume('a'),
      await passcodes.secondsBlocked('a'),
      await passcodes.secondsBlocked('b'),
    ]).toEqual([0, 0, 0]);
    move(5 * minute);
    for (let more = 0; more < 4; more += 1)
      expect([await passcodes.secondsBlocked('a'), await passcodes.consume('a')]).toEqual([0, 0]);
    expect([await passcodes.secondsBlocked('a'), await passcodes.consume('a')]).toEqual([600, 600]);
  });

  test('CLOCK-4 does not last longer after the clock was set back', async () => {
    const { passcodes } = limits;
    await times(5, () => passcodes.consume('a'));
    expect(await passcodes.secondsBlocked('a')).toBe(900);
    move(-28 * minute);
    expect(await passcodes.secondsBlocked('a')).toBe(0);
    expect(await times(6, () => passcodes.consumeOrThrow('a'))).toEqual([0, 0, 0, 0, 0, 900]);
  });

  test('forgets what was reset or refunded', async () => {
    const { passcodes } = limits;
    await times(5, () => passcodes.consume('a'));
    await passcodes.refund('a');
    expect([await passcodes.consume('a'), await passcodes.consume('a')]).toEqual([0, 900]);
    await passcodes.reset('a');
    await passcodes.refund('a');
    await passcodes.refund('b');
    expect(await times(6, () => passcodes.consumeOrThrow('a'))).toEqual([0, 0, 0, 0, 0, 900]);
  });
});

describe.each(['signInPasswords', 'ownPasswords'] as const)('SECURITY-T11 %s', (name) => {
  const consume = (account: string, address: string) => () => limits[name].consume(account, address);

  test('count for an account before they are checked', async () => {
    expect(await times(4, consume('a', '::1'))).toEqual([0, 0, 0, 900]);
    expect(await waitOf(consume('b', '::1'))).toBe(0);
    move(15 * minute);
    expect(await waitOf(consume('a', '::1'))).toBe(0);
  });

  test('count for an address when they are wrong, and are then not counted for the account', async () => {
    for (let more = 0; more < 4; more += 1) {
      expect(await waitOf(consume(`account ${more}`, '::1'))).toBe(0);
      await limits[name].recordFailure('::1');
    }
    expect(await times(4, consume('a', '::1'))).toEqual([900, 900, 900, 900]);
    expect(await times(3, consume('a', '192.0.2.2'))).toEqual([0, 0, 0]);
    move(15 * minute);
    expect(await waitOf(consume('b', '::1'))).toBe(0);
  });

  test('that were right or have an unknown result do not count', async () => {
    await times(3, consume('a', '::1'));
    await limits[name].refund('a');
    expect(await times(2, consume('a', '::1'))).toEqual([0, 900]);
    await limits[name].reset('a');
    expect(await waitOf(consume('a', '::1'))).toBe(0);
  });
});

describe('SECURITY-T10 emails', () => {
  const account = (key: string, address = '::1'): AttemptAccount => ({ key, address, device: null });
  const send = (key = 'a', address?: string) => limits.consumePasscodeSend(account(key, address));

  test('are checked for multi-factor a few times by account in an hour, and by address in a minute', async () => {
    const check = (key: string, address?: string) => () => limits.consumeEmailCheck(account(key, address));
    expect(await times(3, check('a'))).toEqual([0, 0, 3600]);
    expect(await times(2, check('b'))).toEqual([0, 60]);
    expect(await waitOf(check('b', '192.0.2.2'))).toBe(0);
    move(minute);
    expect(await waitOf(check('c'))).toBe(0);
    move(hour);
    expect(await waitOf(check('a'))).toBe(0);
  });

  test('get a passcode every 30 seconds', async () => {
    expect([await send(), await send(), await send('b')]).toEqual([0, 30, 0]);
    move(30_000);
    expect([await send(), await send()]).toEqual([0, 30]);
  });

  test('get 5 passcodes in an hour that are not used', async () => {
    const sends = async () => {
      const waits: number[] = [];
      while (waits.length < 6) {
        move(30_000);
        waits.push(await send());
      }
      return waits;
    };
    expect(await sends()).toEqual([0, 0, 0, 0, 0, 3450]);
    await limits.resetPasscodeAttempts('a');
    move(30_000);
    expect([await send(), await send()]).toEqual([0, 3420]);
    expect(await send('b')).toBe(0);
  });

  test('of an address get 30 passcodes in an hour', async () => {
    for (let more = 0; more < 30; more += 1) expect(await send(`account ${more}`)).toBe(0);
    expect([await send('a'), await send('a', '192.0.2.2')]).toEqual([3600, 0]);
  });

  test('get another passcode at once for one that could not be sent', async () => {
    for (let more = 0; more < 31; more += 1) {
      expect(await send()).toBe(0);
      await limits.refundPasscodeSend(account('a'));
    }
    expect([await send(), await send()]).toEqual([0, 30]);
  });

  test('get 5 reset links in an hour, and an address 30', async () => {
    const reset = (email: string) => limits.consumePasswordReset('::1', email);
    expect(await Promise.all(Array.from({ length: 6 }, () => reset('a')))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    for (let more = 0; more < 24; more += 1) expect(await reset(`email ${more}`)).toBe(true);
    expect(await waitOf(() => reset('b'))).toBe(3600);
    expect(await limits.consumePasswordReset('192.0.2.2', 'b')).toBe(true);
    move(hour);
    expect(await reset('a')).toBe(true);
  });

  test('with a used passcode may try passcodes again', async () => {
    await times(5, () => limits.passcodes.consume('a'));
    await limits.resetPasscodeAttempts('a');
    expect(await limits.passcodes.consume('a')).toBe(0);
  });

  test('with a new password start at zero, and their devices are strangers', async () => {
    const attempts = [
      () => limits.signInPasswords.consume('a', '::1'),
      () => limits.passcodes.consumeOrThrow('a'),
      () => limits.consumeEmailCheck(account('a')),
      async () => throwIfLimited(await send()),
    ];
    const refused = () => Promise.all(attempts.map(async (attempt) => (await times(6, attempt)).at(-1) !== 0));
    expect(await limits.isKnownSince('a', 0)).toBe(true);
    for (let more = 0; more < 5; more += 1) {
      move(30_000);
      await send();
    }
    move(30_000);
    expect(await refused()).toEqual([true, true, true, true]);
    move(minute);
    await limits.clearAccount('a', 100);
    expect(await Promise.all(attempts.map(waitOf))).toEqual([0, 0, 0, 0]);
    await send('c', '192.0.2.2');
    await limits.clearAccount('c', 100);
    expect(await send('c', '192.0.2.2')).toBe(0);
    expect(await Promise.all([99, 100].map((signedInAt) => limits.isKnownSince('a', signedInAt)))).toEqual([
      false,
      true,
    ]);
    expect(await limits.isKnownSince('b', 99)).toBe(true);
  });
});

test('CASES-61 a limit forgets the key that was used least recently beyond 20,000', async () => {
  const { encryptions } = limits;
  await times(60, () => encryptions.consume('first'));
  for (let more = 0; more < 19_999; more += 1) await encryptions.consume(`key ${more}`);
  expect(await encryptions.secondsBlocked('first')).toBe(60);
  for (let more = 0; more < 20_000; more += 1) await encryptions.consume(`other ${more}`);
  expect(await encryptions.secondsBlocked('first')).toBe(0);
});

describe('COUNTED-6 an address', () => {
  const inNetwork = (n: number) => `2001:db8:1:2::${n}`;
  const inSite = (n: number) => `2001:db8:1:${n}::1`;

  test.each(['handovers', 'passkeySignIns', 'onboardings', 'singleSignOnChecks'] as const)(
    'is counted by its /64 for %s',
    async (name) => {
      const most = { handovers: 30, passkeySignIns: 60, onboardings: 5, singleSignOnChecks: 4 }[name];
      for (let n = 0; n < most; n += 1) expect(await limits[name].consume(inNetwork(n))).toBe(0);
      expect(await limits[name].consume(inNetwork(most))).toBe(60);
      expect(await limits[name].consume(inSite(3))).toBe(0);
    },
  );

  test('is counted by its /64 for checks of emails, passcodes and reset links', async () => {
    const account = (n: number) => ({ key: `account ${n}`, address: inNetwork(n), device: null });
    expect(
      (await Promise.all([0, 1, 2, 3, 4].map((n) => waitOf(() => limits.consumeEmailCheck(account(n)))))).at(4),
    ).toBe(60);
    for (let n = 0; n < 30; n += 1) {
      expect(await limits.consumePasscodeSend(account(n))).toBe(0);
      expect(await limits.consumePasswordReset(inNetwork(n), `email ${n}`)).toBe(true);
    }
    expect(await limits.consumePasscodeSend(account(30))).toBe(3600);
    expect(await waitOf(() => limits.consumePasswordReset(inNetwork(30), 'email'))).toBe(3600);
  });

  test('is counted by its /48 too for failures, which are refused at 20 times the limit', async () => {
    for (const passwords of [limits.signInPasswords, limits.ownPasswords]) {
      for (let n = 0; n < 4 * 20; n += 1) {
        expect(await waitOf(() => passwords.consume(`account ${n}`, inSite(Math.floor(n / 4))))).toBe(0);
        await passwords.recordFailure(inSite(Math.floor(n / 4)));
      }
      expect(await waitOf(() => passwords.consume('a', inSite(99)))).toBe(900);
      expect(await waitOf(() => passwords.consume('a', '2001:db8:2::1'))).toBe(0);
    }
    // A handover is counted before it is checked, and not if it succeeds.
    for (let n = 0; n <= 30 * 20; n += 1) {
      await limits.handovers.consume(inSite(n));
      await limits.handovers.refund(inSite(n));
    }
    for (let n = 0; n < 30 * 20; n += 1) expect(await limits.handovers.consume(inSite(Math.floor(n / 30)))).toBe(0);
    expect(await limits.handovers.consume(inSite(99))).toBe(60);
    for (let n = 0; n <= 5 * 20; n += 1) expect(await limits.onboardings.consume(inSite(n))).toBe(0);
  });

  test('that is refused by its /64 no longer counts for its /48', async () => {
    for (let n = 0; n < 30 * 20 + 30; n += 1) await limits.handovers.consume(inNetwork(n));
    expect(await limits.handovers.consume(inSite(99))).toBe(0);
  });
});

describe('SHARED-3 limits that two gateways share', () => {
  test('count together, forget together, and know the same devices', async () => {
    const state = createMemoryState(() => new Date());
    const [one, other] = [new AttemptLimits(settings, state), new AttemptLimits(settings, state)];
    for (let more = 0; more < 5; more += 1) expect(await [one, other][more % 2]?.passcodes.consume('a')).toBe(0);
    expect([await one.passcodes.secondsBlocked('a'), await other.passcodes.consume('a')]).toEqual([900, 900]);
    await other.passcodes.refund('a');
    await other.clearAccount('a', 100);
    expect([await one.passcodes.secondsBlocked('a'), await one.passcodes.consume('a')]).toEqual([0, 0]);
    expect([await one.isKnownSince('a', 99), await one.isKnownSince('a', 100)]).toEqual([false, true]);
    expect([await one.isKnownSince('b', 99), await one.passcodes.consume('b')]).toEqual([true, 0]);
  });

  test('have a name for each limit, and names of keys that do not show them', async () => {
    const state = createMemoryState(() => new Date());
    const added: string[] = [];
    const counter = vi.fn<SharedState['counter']>((limit, seconds) => {
      const of = state.counter(limit, seconds);
      return { ...of, add: (name) => of.add(added[added.push(name) - 1] as string) };
    });
    const write = vi.spyOn(state.store, 'write');
    const shared = new AttemptLimits(settings, { ...state, counter });
    const names = counter.mock.calls.map(([limit]) => limit);
    expect([...new Set(names)].filter(Boolean)).toEqual(names);
    for (const email of ['a@b.example', 'c@d.example']) await shared.passcodes.consume(email);
    expect([new Set(added).size, added.every((name) => /^[\w-]{43}$/.test(name))]).toEqual([2, true]);
    await shared.clearAccount('a@b.example', 100);
    expect(write).toHaveBeenCalledWith(`devices ${added[0]}`, '100', settings.otpRememberDays * 24 * hour);
  });

  test('use the count of one gateway while the shared state does not respond', async () => {
    const lost = () => Promise.reject(new Error('lost'));
    const counter = { add: lost, subtract: lost, get: lost, reset: lost };
    const store = { read: lost, write: lost, claim: lost, renew: lost, remove: lost };
    const alone = new AttemptLimits(settings, {
      store,
      counter: () => counter,
      spendBudget: lost,
      isOut: true,
      close: () => undefined,
    });
    for (let more = 0; more < 5; more += 1) expect(await alone.passcodes.consume('a')).toBe(0);
    expect(await alone.passcodes.consume('a')).toBe(900);
    await alone.clearAccount('a', 100);
    expect([await alone.passcodes.consume('a'), await alone.isKnownSince('a', 99)]).toEqual([0, false]);
  });
});
