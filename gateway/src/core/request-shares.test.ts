import type { GraphQLError } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { failure, retryText } from '../base/errors.ts';
import { readGatewaySettings } from '../base/settings.ts';
import { RequestShares, type Sender } from './request-shares.ts';

test('CASES-62 documents of one caller are parsed one at a time, and those of another in between', async () => {
  const shares = new RequestShares(readGatewaySettings({}), () => new Date());
  const order: string[] = [];
  const parse = (network: string) =>
    shares.parse({ credential: '', network }, async (endParsing) => {
      order.push(network);
      endParsing();
    });
  await Promise.all([...Array.from({ length: 10 }, () => parse('::1')), parse('::2')]);
  expect(order.indexOf('::2')).toBeLessThan(3);
  expect(order).toHaveLength(11);
});

test('CASES-62 of more than 500 documents that wait those of the caller with the most are RATE_LIMITED', async () => {
  const shares = new RequestShares(readGatewaySettings({}), () => new Date());
  const parse = (network: string) => shares.parse({ credential: '', network }, async (endParsing) => endParsing());
  const flood = Array.from({ length: 510 }, () => parse('::1'));
  const others = Array.from({ length: 5 }, () => parse('::2'));
  expect(shares.waiting).toBe(500);
  const codes = async (ends: Promise<void>[]) =>
    (await Promise.allSettled(ends)).flatMap((end) => (end.status === 'rejected' ? [end.reason.extensions.code] : []));
  expect(await codes(flood)).toEqual(Array(9 + 5).fill('RATE_LIMITED'));
  expect(await codes(others)).toEqual([]);
});

describe('CASES-61 the bytes of a caller', () => {
  let now = 0;
  const sharesOf = (settings: Record<string, string> = {}) =>
    new RequestShares(readGatewaySettings({ REQUEST_KB_PER_CALLER: '100', ...settings }), () => new Date(now));
  const anonymous: Sender = { credential: '', network: '::1' };
  const tab: Sender = { credential: 'tab', network: '::1' };
  const other: Sender = { credential: 'other', network: '::1' };
  const kb = 1024;
  /** The seconds to wait of a request that is refused; 0 of one that is not. */
  const admit = (shares: RequestShares, sender: Sender, bytes: number): number => {
    try {
      shares.admit(sender, bytes);
      return 0;
    } catch (thrown) {
      const { message, extensions } = thrown as GraphQLError;
      expect(extensions).toMatchObject({ code: 'RATE_LIMITED', httpStatus: 429, http: { status: 429 } });
      expect(message).toBe(`Too many requests. ${retryText(extensions.retryAfter as number)}`);
      return extensions.retryAfter as number;
    }
  };

  test('count with a kilobyte for the headers, and are full again in 10 seconds', () => {
    now = 0;
    const shares = sharesOf();
    expect([admit(shares, anonymous, 49 * kb), admit(shares, anonymous, 49 * kb)]).toEqual([0, 0]);
    expect([admit(shares, anonymous, 0), admit(shares, anonymous, 29 * kb)]).toEqual([1, 3]);
    now = 3_000;
    expect([admit(shares, anonymous, 28 * kb), admit(shares, anonymous, 0)]).toEqual([0, 0]);
    expect(admit(shares, anonymous, 0)).toBe(1);
    expect(admit(shares, { ...anonymous, network: '::2' }, 0)).toBe(0);
  });

  test('of a request above the whole share are the share', () => {
    now = 0;
    const shares = sharesOf();
    expect([admit(shares, anonymous, 500 * kb), admit(shares, anonymous, 0)]).toEqual([0, 1]);
  });

  test('are unlimited with 0', () => {
    const shares = sharesOf({ REQUEST_KB_PER_CALLER: '0', PARSE_MS_PER_CALLER: '0' });
    for (let more = 0; more < 5; more += 1) expect(admit(shares, anonymous, 500 * kb)).toBe(0);
    shares.chargeBytes(anonymous, 500 * kb);
    shares.accept(tab, 'user');
    expect(admit(shares, tab, 0)).toBe(0);
  });

  test('count for the caller of an accepted credential, and for the network once they are refused', () => {
    now = 0;
    const shares = sharesOf();
    shares.accept(tab, 'user');
    shares.accept(other, 'user');
    expect(admit(shares, tab, 99 * kb)).toBe(0);
    expect(admit(shares, other, 49 * kb)).toBe(5);
    expect([admit(shares, anonymous, 49 * kb), admit(shares, anonymous, 0)]).toEqual([0, 1]);
    expect(admit(shares, { credential: 'invented', network: '::1' }, 0)).toBe(1);
  });

  test('of a refused request without an accepted credential count once', () => {
    now = 0;
    const shares = sharesOf();
    admit(shares, anonymous, 89 * kb);
    expect([admit(shares, anonymous, 19 * kb), admit(shares, anonymous, 9 * kb)]).toEqual([1, 0]);
  });

  test('that were not announced are charged', () => {
    now = 0;
    const shares = sharesOf();
    shares.chargeBytes(anonymous, 120 * kb);
    expect(admit(shares, anonymous, 0)).toBe(3);
  });

  test('are 64 kB for an operation that was RATE_LIMITED, and for its network too', () => {
    now = 0;
    const shares = sharesOf();
    const refused = [failure('INVALID', ''), failure('RATE_LIMITED', '')];
    shares.chargeRefusals(anonymous, [failure('INVALID', ''), { message: '' } as GraphQLError]);
    shares.chargeRefusals(anonymous, []);
    shares.chargeRefusals(anonymous, refused);
    expect([admit(shares, anonymous, 35 * kb), admit(shares, anonymous, 0)]).toEqual([0, 1]);
    now = 20_000;
    shares.accept(tab, 'user');
    shares.chargeRefusals(tab, refused);
    for (const sender of [anonymous, tab])
      expect([admit(shares, sender, 35 * kb), admit(shares, sender, 0)]).toEqual([0, 1]);
  });

  test('are left, but no time to parse: the request is refused', async () => {
    now = 0;
    const shares = sharesOf({ PARSE_MS_PER_CALLER: '100' });
    let [user, system] = [5_000, 7_000];
    const usage = vi
      .spyOn(process, 'threadCpuUsage')
      .mockImplementation((before) => ({ user: user - (before?.user ?? 0), system: system - (before?.system ?? 0) }));
    const parse = (sender: Sender) =>
      shares.timeParsing(sender, (end) => {
        [user, system] = [user + 100_000, system + 20_000];
        end();
        user += 500_000;
        end();
        return 'parsed';
      });
    expect([parse(anonymous), admit(shares, anonymous, 0)]).toEqual(['parsed', 2]);
    shares.accept(tab, 'user');
    shares.accept(other, 'other');
    expect([admit(shares, tab, 0), parse(tab), admit(shares, tab, 0)]).toEqual([0, 'parsed', 2]);
    expect(admit(shares, other, 0)).toBe(0);
    await shares.parse(other, async (endParsing) => {
      user += 150_000;
      endParsing();
    });
    expect(admit(shares, other, 0)).toBe(5);
    usage.mockRestore();
    now = 20_000;
    expect(admit(shares, anonymous, 0)).toBe(0);
  });

  test('PARSE-5 a step of reading a file takes its time from its caller only, also if it fails', async () => {
    now = 0;
    const shares = sharesOf({ PARSE_MS_PER_CALLER: '100' });
    let user = 5_000;
    const usage = vi
      .spyOn(process, 'threadCpuUsage')
      .mockImplementation((before) => ({ user: user - (before?.user ?? 0), system: 0 }));
    shares.accept(tab, 'user');
    shares.accept(other, 'other');
    const read = (sender: Sender, ms: number) =>
      shares.runStep(sender, () => {
        user += ms * 1_000;
        if (ms > 50) throw new Error('invalid');
        return ms;
      });
    expect(await Promise.all([read(tab, 50), read(other, 1), read(tab, 49)])).toEqual([50, 1, 49]);
    await expect(read(tab, 201)).rejects.toThrow('invalid');
    expect([admit(shares, tab, 0), admit(shares, other, 0), admit(shares, anonymous, 0)]).toEqual([10, 0, 0]);
    usage.mockRestore();
  });

  test('do not count where only the time to parse is limited', () => {
    now = 0;
    const shares = sharesOf({ REQUEST_KB_PER_CALLER: '0' });
    shares.accept(tab, 'user');
    for (let more = 0; more < 3; more += 1) expect(admit(shares, tab, 500 * kb)).toBe(0);
  });
});

describe('CASES-62 a document', () => {
  const shares = new RequestShares(readGatewaySettings({ PARSE_MS_PER_CALLER: '0' }), () => new Date());
  const sender = { credential: '', network: '::1' };

  test('is parsed until its task says so, and gives the task’s result', async () => {
    const { promise: operation, resolve: endOperation } = Promise.withResolvers<string>();
    const first = shares.parse(sender, (endParsing) => {
      endParsing();
      return operation;
    });
    expect(await shares.parse(sender, async () => 'second')).toBe('second');
    endOperation('first');
    expect(await first).toBe('first');
  });

  test('that fails before ends its parsing too', async () => {
    const failing = shares.parse(sender, async () => {
      throw new Error('failed');
    });
    await expect(failing).rejects.toThrow('failed');
    expect(await shares.parse(sender, async () => 'next')).toBe('next');
  });

  test('waits in turn with those of its caller, and others in between', async () => {
    shares.accept({ credential: 'tab', network: '::1' }, 'user');
    shares.accept({ credential: 'other', network: '::2' }, 'user');
    const order: string[] = [];
    const parse = (credential: string, network: string) =>
      shares.parse({ credential, network }, async () => void order.push(`${credential}${network}`));
    await Promise.all([parse('tab', '::1'), parse('tab', '::1'), parse('other', '::2'), parse('', '::1')]);
    expect(order).toEqual(['tab::1', 'tab::1', '::1', 'other::2']);
  });

  test('lets other work of the process run before it', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other work'));
    await shares.parse(sender, async () => void order.push('document'));
    expect(order).toEqual(['other work', 'document']);
  });
});
