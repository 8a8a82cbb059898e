import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { clientDevice, describeUserAgent } from './client-device.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test.each([
  [chrome, 'Chrome', 'Windows'],
  [`${chrome} Edg/140.0.0.0`, 'Microsoft Edge', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  ['Call 555 to unlock your account/1.0', null, null],
  ['<script>alert(1)</script>', null, null],
  ['curl/8.1', null, null],
  [null, null, null],
])('DESIGN-8 of the user agent %j only known names are shown: %s on %s', (userAgent, browser, system) => {
  expect(describeUserAgent(userAgent)).toEqual({ browser, system });
});

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers: { 'user-agent': 'gateway', ...headers } }) as unknown as FastifyRequest;
const userAgentOf = (from: string, headers: Record<string, string>) =>
  clientDevice(request(from, headers), new BlockList()).userAgent;

test('SECURITY-T11 the user agent of another client is believed from a trusted gateway only, and is cut off', () => {
  const forwarded = { 'x-client-user-agent': chrome };
  expect(userAgentOf('127.0.0.1', forwarded)).toBe(chrome);
  expect(userAgentOf('192.0.2.7', forwarded)).toBe('gateway');
  expect(userAgentOf('127.0.0.1', {})).toBe('gateway');
  expect(userAgentOf('127.0.0.1', { 'x-client-user-agent': 'x'.repeat(10_000) })).toHaveLength(512);
});
