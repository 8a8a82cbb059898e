import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { expect, test } from '@playwright/test';
import { createSession } from './rest.ts';

const root = join(import.meta.dirname, '..');

test('START-97 OPERATE-8 npm start of a fresh clone, in a folder with a space and other letters and with umask 077, signs users in', async () => {
  test.skip(process.platform === 'win32', 'umask needs a shell of Unix');
  test.setTimeout(900_000);
  const room = join(mkdtempSync(join(tmpdir(), 'console-fresh-')), 'Käse Ordner');
  mkdirSync(room);
  const cloned = spawnSync('git', ['clone', '--quiet', root, 'console'], { cwd: room, encoding: 'utf8' });
  expect(cloned.status, cloned.stderr).toBe(0);
  const folder = join(room, 'console');
  const [port, platformPort] = [await freePort(), await freePort()];
  const given = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|NODE_ENV|DATA_DIR|TMPDIR)/.test(name));
  const child = spawn('sh', ['-c', 'umask 077; exec npm start'], {
    cwd: folder,
    env: { ...Object.fromEntries(given), PORT: String(port), PLATFORM_PORT: String(platformPort) },
    // A group of its own, because a terminal's Ctrl-C reaches all of its processes.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  const ended = once(child, 'exit');
  try {
    await expect.poll(() => output, { timeout: 800_000, intervals: [1_000] }).toContain('Ready in');
    expect(output).not.toContain('"level"');
    const { key } = await createSession({ platformUrl: `http://localhost:${platformPort}` }, 'organiser@demo.example');
    expect(key).toMatch(/./);
    const page = await fetch(`http://localhost:${port}/login`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
    const open = globSync('data/**', { cwd: folder }).filter((path) => (statSync(join(folder, path)).mode & 0o077) > 0);
    expect(open).toEqual([]);
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await ended;
    await rm(join(room, '..'), { recursive: true, force: true });
  }
});
