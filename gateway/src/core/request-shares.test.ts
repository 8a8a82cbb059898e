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

test('CASES-62 more than 50 documents of a caller that wait are RATE_LIMITED', async () => {
  const shares = new RequestShares(readGatewaySettings({}), () => new Date());
  const parse = () => shares.parse({ credential: '', address: '::1' }, async (endParsing) => endParsing());
  const ends = await Promise.allSettled(Array.from({ length: 60 }, parse));
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.extensions.code] : []));
  expect(refused).toEqual(Array(9).fill('RATE_LIMITED'));
});
