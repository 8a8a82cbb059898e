import { expect, test } from 'vitest';
import { readGatewaySettings } from '../base/settings.ts';
import { RequestShares } from './request-shares.ts';

test('CASES-62 documents of one caller are parsed one at a time, and those of another in between', async () => {
  const shares = new RequestShares(readGatewaySettings({}), () => new Date());
  const order: string[] = [];
  const parse = (address: string) =>
    shares.parse({ credential: '', address }, async (endParsing) => {
      order.push(address);
      endParsing();
    });
  await Promise.all([...Array.from({ length: 10 }, () => parse('::1')), parse('::2')]);
  expect(order.indexOf('::2')).toBeLessThan(3);
  expect(order).toHaveLength(11);
});

test('CASES-62 of more than 500 documents that wait those of the caller with the most are RATE_LIMITED', async () => {
  const shares = new RequestShares(readGatewaySettings({}), () => new Date());
  const parse = (address: string) => shares.parse({ credential: '', address }, async (endParsing) => endParsing());
  const flood = Array.from({ length: 510 }, () => parse('::1'));
  const others = Array.from({ length: 5 }, () => parse('::2'));
  const codes = async (ends: Promise<void>[]) =>
    (await Promise.allSettled(ends)).flatMap((end) => (end.status === 'rejected' ? [end.reason.extensions.code] : []));
  expect(await codes(flood)).toEqual(Array(9 + 5).fill('RATE_LIMITED'));
  expect(await codes(others)).toEqual([]);
});
