import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlatformSettings } from '@console/platform/core/base/settings';
import { startPlatform } from '@console/platform/start';
import { fillDataFolder } from '@console/platform/testing/database';
import { freePort } from '@console/platform/testing/free-port';
import { runCommandLine, startCommand } from '@console/platform/testing/operator-commands';
import { expect, test } from 'vitest';
import { readGatewaySettings } from './base/settings.ts';
import { buildGateway } from './server.ts';

test('PROBE-1 PROBE-5 the command makes its user by the running platform and in the database, and probes once or until it is stopped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-probe-'));
  const [dataDir, textfile] = [join(folder, 'data'), join(folder, 'console_probe.prom')];
  await writeFile(join(folder, 'index.html'), '<div id="root"></div>');
  await fillDataFolder(dataDir, { demo: true });
  const port = String(await freePort());
  const ofPlatform = readPlatformSettings({ DATA_DIR: dataDir, PLATFORM_PORT: port, DEMO: 'off' });
  const running = await startPlatform(ofPlatform, { logger: false });
  const settings = readGatewaySettings({
    PRODUCT_API_URL: running.origin,
    SESSION_SECRET: 'a secret of the tests '.repeat(2),
  });
  const gateway = await buildGateway({ settings, clock: () => new Date(), webDir: folder, logger: false });
  const origin = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const env = { DATA_DIR: dataDir, PUBLIC_URL: origin, PROBE_EMAIL: 'probe@console.example' };
  const passwordFile = join(dataDir, 'probe.password');

  expect(await runCommandLine(env, 'probe')).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^failed at sign_in: The password file ".*" cannot be read: [^\n]* Run probe --create-user\. \(page [^\n]*\n$/,
    ),
    errors: '',
  });
  expect(await runCommandLine(env, 'probe', '--create-user')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Created the probe user probe@console\.example, an Auditee of the new [^\n]*\n$/),
  });
  expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
  const password = (await readFile(passwordFile, 'utf8')).trim();
  const once = await runCommandLine(env, 'probe', '--textfile', textfile);
  expect(once).toMatchObject({ code: 0, output: expect.stringMatching(/^ok: [^\n]*\n$/), errors: '' });
  expect(once.output + (await readFile(textfile, 'utf8'))).not.toContain(password);
  expect((await stat(textfile)).mode & 0o777).toBe(0o644);

  const { child, output } = startCommand(env, 'probe', '--every', '600', '--textfile', textfile);
  await expect.poll(output, { timeout: 60_000 }).toMatch(/^ok: /);
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);

  expect(await runCommandLine(env, 'probe', '--every', '1')).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^Usage: probe [^\n]*\n$/),
  });
  await gateway.close();
  await running.close();
  expect(await runCommandLine(env, 'probe')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^failed at page: ECONNREFUSED /),
  });
  expect(await runCommandLine(env, 'probe', '--create-user')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^probe@console\.example is already the probe user and has a new password\. /),
  });
  expect((await readFile(passwordFile, 'utf8')).trim()).not.toBe(password);
  await rm(folder, { recursive: true, force: true });
}, 180_000);
