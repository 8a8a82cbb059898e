/** `npm start`: the servers begin while the console is being built. The parts that no one waits for are built when the console is ready. */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { BuildError, buildAfterStart, buildForStart, isDocumentationMade } from './build.ts';
import { root } from './steps.ts';

/** `documentation ended`: its pages exist, or could not be built. */
export type BuildEvent = 'console built' | 'documentation ended';

/** Runs until the servers end; returns their exit code, or 1 when the console cannot be built. */
export async function start(args: string[]): Promise<number> {
  const ending = new AbortController();
  const { signal } = ending;
  const servers = spawn(process.execPath, ['tools/serve.ts', '--beside-build', ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = new Promise<number>((resolve) => servers.on('exit', (code) => resolve(code ?? 0)));
  void ended.then(() => ending.abort());
  // `ready` is the only message of the servers.
  const ready = new Promise((resolve) => servers.on('message', resolve));
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      ending.abort();
      servers.kill(name);
    });
  // Servers that have just ended accept no message. Their end is handled below.
  const tell = (event: BuildEvent) => servers.connected && servers.send(event, () => undefined);

  try {
    await buildForStart(signal);
  } catch (error) {
    // The servers have ended for a reason of their own, or a signal has ended both.
    if (signal.aborted) return ended;
    ending.abort();
    servers.kill();
    await ended;
    if (error instanceof BuildError) return 1;
    throw error;
  }
  if (isDocumentationMade()) tell('documentation ended');
  tell('console built');
  await Promise.race([ready, ended]);
  // The build inherits the low priority, so that the servers get the cores first.
  setPriority(constants.priority.PRIORITY_LOW);
  await buildAfterStart(signal).catch((error: unknown) => {
    if (signal.aborted) return;
    console.error('The console is running, but the pages of /docs could not be built. The next start tries again.');
    if (!(error instanceof BuildError)) console.error(error);
  });
  tell('documentation ended');
  return ended;
}
