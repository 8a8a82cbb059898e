import { spawn } from 'node:child_process';
import { build, generate, install, installBench, root, run } from './steps.ts';

/** Starts commands that run until they are stopped. When one ends, or on a signal, all are stopped. */
function keepRunning(commands: [command: string, args: string[]][], env: Record<string, string>): void {
  const children = commands.map(([command, args]) =>
    spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }),
  );
  const stop = (signal: NodeJS.Signals) => {
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
  for (const child of children)
    child.on('exit', (code) => {
      process.exitCode ??= code ?? 0;
      stop('SIGTERM');
    });
}

const [task, ...rest] = process.argv.slice(2);
if (task !== 'requirements' && task !== 'security-page') install();
// The other tasks need no generated file.
if (!['requirements', 'security-page', 'product-api', 'release-schema', 'check-api'].includes(task ?? '')) generate();
switch (task) {
  case 'start':
    build();
    keepRunning([[process.execPath, ['tools/serve.ts', ...rest]]], { NODE_ENV: 'production' });
    break;
  case 'dev':
    keepRunning(
      [
        [process.execPath, ['--watch', 'tools/serve.ts']],
        ['pnpm', ['exec', 'graphql-codegen', '--config', 'codegen.ts', '--watch', '--silent']],
        ['pnpm', ['--filter', '@console/web', 'run', 'dev']],
      ],
      { NODE_ENV: 'development', PORT: '4000', PUBLIC_URL: 'http://localhost:3000' },
    );
    break;
  case 'test':
    process.exitCode =
      rest[0] === 'changed'
        ? await (await import('./changed.ts')).testChanged()
        : await (await import('./test.ts')).test(rest);
    break;
  case 'exec':
    process.exitCode = await (await import('./exec.ts')).exec(rest);
    break;
  case 'screenshots':
    process.exitCode = await (await import('./test.ts')).screenshots(rest);
    break;
  case 'requirements':
    await import('./requirements.ts');
    break;
  case 'security-page':
    await import('./security-page.ts');
    break;
  case 'check-api':
    process.exitCode = await (await import('./check-api.ts')).check(rest);
    break;
  case 'product-api':
    await import('./product-api.ts');
    break;
  case 'release-schema':
    await import('./schema-changes.ts');
    break;
  case 'bench':
    build();
    installBench();
    process.exitCode = run('bench', process.execPath, ['bench/main.ts', ...rest]) ? 0 : 1;
    break;
  default:
    console.error(
      `There is no task ${task}: start, dev, test, exec, screenshots, bench, product-api, release-schema, check-api, security-page or requirements.`,
    );
    process.exitCode = 2;
}
