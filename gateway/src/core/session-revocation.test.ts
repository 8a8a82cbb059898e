import { expect, test, vi } from 'vitest';
import type { CallContext } from '../product-api/call-context.ts';
import type { ProductApi } from '../product-api/client.ts';
import { SessionRevocation } from './session-revocation.ts';

test('SESSIONTIME-6 a key is ended upstream with retries as long as it can be used', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const call = vi.fn(async () => {
    throw new Error('the product API is down');
  });
  const revocation = new SessionRevocation({ settings: { sessionIdleMinutes: 90 }, call } as unknown as ProductApi);
  revocation.revoke({ key: 'key', token: null }, {} as CallContext);
  await expect.poll(() => call.mock.calls.length).toBe(1);
  now.mockReturnValue(89 * 60_000);
  await expect.poll(() => call.mock.calls.length).toBeGreaterThan(2);
  await revocation.close();
  now.mockRestore();
});
