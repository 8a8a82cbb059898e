import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hugeSvg, png, slowSvg } from '../testing/images.ts';
import { recordProcesses } from '../testing/processes.ts';
import { createImageRenderer, type ImageRenderer } from './image-renderer.ts';
import { renderLimits } from './render.ts';

let renderer: ImageRenderer;
let processes: ChildProcess[];
let stopRecording: () => void;
beforeEach(() => {
  ({ processes, stop: stopRecording } = recordProcesses());
});
afterEach(async () => {
  stopRecording();
  await renderer.close();
});

const small = { inputFormat: 'png', bytes: await png() } as const;
const slow = { inputFormat: 'svg', bytes: slowSvg(1_000) } as const;
const rendered = { format: 'png', bytes: expect.any(Buffer) };
const exited = async (child: ChildProcess | undefined) => {
  if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child?.signalCode;
};
/** Kills from outside: `child.kill` would mark the child as killed by this process. */
const kill = (child: ChildProcess | undefined, signal: NodeJS.Signals) => process.kill(child?.pid ?? 0, signal);

test('SECURITY-T14 images are rendered one after the other in one process without secrets', async () => {
  process.env.PLATFORM_SECRET = 'environment-canary';
  renderer = createImageRenderer();
  for (const owner of ['a', 'b', 'a']) expect(await renderer.render(owner, small)).toEqual(rendered);
  delete process.env.PLATFORM_SECRET;
  expect(processes).toHaveLength(1);
  expect(readFileSync(`/proc/${processes[0]?.pid}/environ`, 'latin1')).not.toContain('environment-canary');
});

test('CASES-50 SECURITY-T14 a process that takes too long is killed, fails only its image, and is replaced', async () => {
  renderer = createImageRenderer({ concurrency: 1, limits: { ...renderLimits, seconds: 0.3 } });
  const [failed, next] = [renderer.render('a', slow), renderer.render('b', small)];
  expect(await failed).toEqual({ failure: 'time' });
  expect(await next).toEqual(rendered);
  expect(processes.map(({ killed }) => killed)).toEqual([true, false]);
});

test('CASES-51 SECURITY-T14 a process that needs more than 256 MB is killed and replaced', async () => {
  // A longer limit than by default: a busy machine is slow at filling the memory.
  renderer = createImageRenderer({ limits: { ...renderLimits, seconds: 60 } });
  expect(await renderer.render('a', { inputFormat: 'svg', bytes: hugeSvg() })).toEqual({ failure: 'memory' });
  expect(await renderer.render('a', small)).toEqual(rendered);
  expect(processes.map(({ killed }) => killed)).toEqual([true, false]);
});

test('SECURITY-T14 a process that crashes fails only its image, and one that ends while idle none', async () => {
  renderer = createImageRenderer({ concurrency: 1 });
  await renderer.render('a', small);
  const [failed, next] = [renderer.render('a', slow), renderer.render('b', small)];
  await new Promise(setImmediate);
  kill(processes[0], 'SIGSEGV');
  expect([await failed, await next]).toEqual([{ failure: 'crash' }, rendered]);
  kill(processes[1], 'SIGKILL');
  await exited(processes[1]);
  expect(await renderer.render('a', small)).toEqual(rendered);
});

test('SECURITY-T14 a process with half its memory used renders no further image', async () => {
  renderer = createImageRenderer({ limits: { ...renderLimits, megabytes: 150 } });
  for (const owner of ['a', 'b']) expect(await renderer.render(owner, small)).toEqual(rendered);
  expect(processes).toHaveLength(2);
});

test('SECURITY-T14 processes end after an idle time, and with the renderer', async () => {
  const idle = createImageRenderer({ idleMs: 1 });
  await idle.render('a', small);
  expect(await exited(processes[0])).toBe('SIGKILL');
  expect(await idle.render('a', small)).toEqual(rendered);
  await idle.close();
  renderer = createImageRenderer();
  await renderer.render('a', small);
  await renderer.close();
  expect(processes.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
});

/** Runs a script in a separate process; its error output closes when all its processes have ended. */
function run(script: string) {
  const imports = `
    import { createImageRenderer } from '${new URL('./image-renderer.ts', import.meta.url)}';
    import { png, slowSvg } from '${new URL('../testing/images.ts', import.meta.url)}';
    const renderer = createImageRenderer();
    const alive = setInterval(() => {}, 1_000);`;
  const args = ['--input-type=module', '--eval', `${imports}\n${script}`];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

test('SECURITY-T14 an idle process does not keep its parent alive', async () => {
  renderer = createImageRenderer();
  const parent = run(`await renderer.render('a', { inputFormat: 'png', bytes: await png() }); clearInterval(alive);`);
  expect(await once(parent, 'close')).toEqual([0, null]);
});

test('SECURITY-T14 a process that renders ends with its parent', async () => {
  renderer = createImageRenderer();
  const parent = run(`
    await renderer.render('a', { inputFormat: 'png', bytes: await png() });
    void renderer.render('a', { inputFormat: 'svg', bytes: slowSvg(1_000) });
    setImmediate(() => console.log('rendering'));`);
  await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  expect(await once(parent, 'close')).toEqual([null, 'SIGKILL']);
});
