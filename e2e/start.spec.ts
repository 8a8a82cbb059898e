import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { consoleFolders } from '../tools/console-folders.ts';

test('START-3 an older Node says which one is needed', () => {
  const older = "data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.8' } })";
  const launcher = join(import.meta.dirname, '../tools/bootstrap.mjs');
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, launcher, 'start'], { encoding: 'utf8' });
  expect([status, stderr.trim()]).toEqual([
    1,
    expect.stringMatching(/^Node 20 or newer is required \(this is \S+\)\.$/),
  ]);
  // Node 18 has no `import.meta.dirname`: a launcher that used it would end before it says so.
  expect(readFileSync(launcher, 'utf8')).not.toContain('import.meta.dirname');
});

test('START-80 a running server keeps its console while another start builds one, and it is removed after the server has ended', async () => {
  const root = mkdtempSync(join(tmpdir(), 'checkout-'));
  const consoles = consoleFolders(root);
  const build = (key: string) => {
    const { done, unfinished } = consoles.folderOf(key);
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, 'index.html'), key);
    return { done, use: () => consoles.use(key) };
  };
  const newest = () => readFileSync(join(root, 'web/dist/index.html'), 'utf8');
  // Left by a release that built into the folder itself.
  mkdirSync(join(root, 'web/dist'), { recursive: true });
  const first = build('first');
  first.use();
  const program = `
    import { consoleFolders } from ${JSON.stringify(join(import.meta.dirname, '../tools/console-folders.ts'))};
    console.log(consoleFolders(${JSON.stringify(root)}).keep());
    process.stdin.resume();
  `;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [kept] = await once(server.stdout, 'data');
  const unfinished = build('unfinished');
  const second = build('second');
  second.use();
  expect([newest(), readFileSync(join(String(kept).trim(), 'index.html'), 'utf8')]).toEqual(['second', 'first']);
  server.kill();
  await once(server, 'exit');
  unfinished.use();
  expect([newest(), existsSync(first.done), existsSync(second.done)]).toEqual(['unfinished', false, false]);
  rmSync(root, { recursive: true });
});
