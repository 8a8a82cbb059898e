import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { runNode } from '@console/platform/testing/processes';
import { expect, test } from 'vitest';
import { startFaultUpstream } from './testing/fault-upstream.ts';

const thrower = `process.on('SIGUSR2', () => { throw new Error('injected'); });`;

test('RELIABILITY-F46 after an error that nothing caught what is under way is answered, and the process ends with 1 and a log line', async () => {
  const upstream = await startFaultUpstream();
  const answered = Promise.withResolvers<void>();
  upstream.script('/consoles/is_multi_factor_enabled', {
    until: answered.promise,
    body: { success: true, enabled: true },
  });
  const port = String(await freePort());
  const main = join(import.meta.dirname, 'main.ts');
  const { child, output, errors } = runNode(['--import', `data:text/javascript,${thrower}`, main], {
    ...process.env,
    PORT: port,
    PRODUCT_API_URL: upstream.origin,
    LOG_LEVEL: 'error',
  });
  await once(child.stdout, 'data');
  const underWay = fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ multiFactor(email: "a@b.example") }' }),
  });
  await expect.poll(() => upstream.requests.length, { timeout: 20_000 }).toBe(1);
  const ended = once(child, 'close');
  child.kill('SIGUSR2');
  await expect.poll(output, { timeout: 20_000 }).toContain('uncaught error');
  answered.resolve();
  expect(await (await underWay).json()).toEqual({ data: { multiFactor: 'ENABLED' } });
  expect([await ended, errors()]).toEqual([[1, null], '']);
  expect(output()).toContain('injected');
  await upstream.close();
});
