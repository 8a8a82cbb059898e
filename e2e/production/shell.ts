import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block } from './page.ts';

/** A shell for the whole page, like that of an operator. `log` contains all output. */
export function startShell({ cwd, env, log }: { cwd: string; env: NodeJS.ProcessEnv; log: string }) {
  const child = spawn('bash', ['--noprofile', '--norc'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  // A careful operator's umask.
  child.stdin.write('umask 077\n');
  let printed = '';
  const ended = once(child, 'close');
  const file = join(cwd, 'block.sh');
  return {
    /** Runs a block to its end and returns its output. Fails at the first command that fails. */
    async run({ name, text }: Block): Promise<string> {
      writeFileSync(file, text);
      appendFileSync(log, `\n# ${name}\n${text}`);
      printed = '';
      const { promise: done, resolve } = Promise.withResolvers<string>();
      const listen = (chunk: Buffer) => {
        printed += chunk.toString();
        appendFileSync(log, chunk);
        if (/^block-done$/m.test(printed)) resolve('');
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.stdin.write(`set -e -o pipefail; . ${file}; set +e; echo; echo block-done\n`);
      await Promise.race([done, ended]);
      for (const stream of [child.stdout, child.stderr]) stream.off('data', listen);
      if (!/^block-done$/m.test(printed)) throw new Error(`${name} failed:\n${printed.slice(-4_000)}`);
      return printed.replace(/\nblock-done\n$/, '');
    },
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
