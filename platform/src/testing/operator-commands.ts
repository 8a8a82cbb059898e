import { once } from 'node:events';
import { join } from 'node:path';
import { runNode } from './processes.ts';

const program = join(import.meta.dirname, '../operate.ts');

/** Starts an operator command as a separate process. */
export const startCommand = (settings: Record<string, string>, ...args: string[]) =>
  runNode([program, ...args], { PATH: process.env.PATH, ...settings });

/** Runs an operator command. Returns exit code, output and errors. */
export async function runCommandLine(settings: Record<string, string>, ...args: string[]) {
  const { child, output, errors } = startCommand(settings, ...args);
  const [code] = await once(child, 'close');
  return { code: code as number, output: output(), errors: errors() };
}

/** Runs `doctor`. */
export const runDoctor = (settings: Record<string, string>, ...args: string[]) =>
  runCommandLine(settings, 'doctor', ...args);
