import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

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
