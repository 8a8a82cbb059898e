import { afterEach, expect, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../testing/system.ts';
import { examineGateway } from './examine-gateway.ts';

const secret = 'shared by gateway and platform in tests';
let system: TestSystem | undefined;
afterEach(async () => {
  await system?.close();
  system = undefined;
});

async function linesOf(env: Record<string, string>): Promise<string[]> {
  const { findings } = await examineGateway({ DATA_DIR: '/nonexistent', ...env }, [], 'gateway');
  return findings.map(({ level, subject, text }) => `${level} ${subject} ${text}`);
}

test.each([
  ['the same', secret, 'ok product API The platform has the same GATEWAY_SECRET.'],
  [
    'another one',
    'another secret of a gateway in tests',
    expect.stringMatching(
      /^problem product API The platform rejects GATEWAY_SECRET, so .+\. Give the gateway and the platform the same value\.$/,
    ),
  ],
  ['none', '', expect.stringMatching(/^warning product API GATEWAY_SECRET is not set, so /)],
])(
  'DOCTOR-10 the platform is asked whether it has the GATEWAY_SECRET of the gateway (%s), and no refusal is in its audit log',
  async (_title, GATEWAY_SECRET, line) => {
    system = await startTestSystem({ extensions: 'on', settings: { GATEWAY_SECRET: secret } });
    const before = await system.platform.auditEntries('access:refuse', 'session:refuse');
    expect(await linesOf({ PRODUCT_API_URL: system.upstream.origin, GATEWAY_SECRET })).toContainEqual(line);
    expect(await system.platform.auditEntries('access:refuse', 'session:refuse')).toEqual(before);
  },
);

test('DOCTOR-10 a product API without extensions gets no proof of the secret', async () => {
  system = await startTestSystem({ extensions: 'off', settings: { GATEWAY_SECRET: secret } });
  const lines = await linesOf({ PRODUCT_API_URL: system.upstream.origin, GATEWAY_SECRET: secret });
  expect(lines.join('\n')).not.toContain('GATEWAY_SECRET');
  expect(system.upstream.sent('/health/ready')).toEqual([]);
});

test('DOCTOR-11 an https PUBLIC_URL without TRUST_PROXY is a warning, also after wrong settings, which keep only their own part from being looked at', async () => {
  const env = { PUBLIC_URL: 'https://127.0.0.1.example.invalid', SESSION_SECRET: 'short', PRODUCT_API_URL: 'canary' };
  const { findings, wrong } = await examineGateway({ ...env, REDIS_URL: 'redis://:a/b@127.0.0.1:1' }, []);
  expect(Object.keys(wrong).toSorted()).toEqual(['PRODUCT_API_URL', 'REDIS_URL', 'SESSION_SECRET']);
  expect(wrong.REDIS_URL).toBe(
    'REDIS_URL has a user or password that is not percent-encoded: write @ / # ? % : in it as %40 %2F %23 %3F %25 %3A (its value is not shown).',
  );
  expect(findings.map(({ level, subject }) => `${level} ${subject}`)).toEqual(['warning settings', 'problem TLS']);
  expect(findings[0]?.text).toMatch(/^TRUST_PROXY is not set, but /);
  expect((await linesOf({ ...env, TRUST_PROXY: '10.0.0.1' })).join('\n')).not.toContain('TRUST_PROXY');
});
