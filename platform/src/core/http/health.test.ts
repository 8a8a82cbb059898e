import { expect, test } from 'vitest';
import { useTestPlatform } from '../../testing/platform.ts';

const platform = useTestPlatform();

test('REALUSE-8 HEAD is the health too, without a body', async () => {
  for (const path of ['live', 'ready'] as const) {
    const { statusCode, body } = await platform.call(`HEAD /health/${path}`);
    expect([path, statusCode, body]).toEqual([path, 200, '']);
  }
});
