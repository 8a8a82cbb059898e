import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { System } from './system.ts';

/** The demo API key that a start prints. */
export const demoKey = ({ output }: Pick<System, 'output'>): string =>
  /Demo API key {2}(\S+)/.exec(output())?.[1] ?? '';

const unescapeHtml = (html: string): string =>
  html.replace(/&#(\d+);/g, (_match, code: string) => String.fromCodePoint(Number(code)));

/** The HTML of a page as it is served. */
export const pageText = async ({ url }: Pick<System, 'url'>, path: string): Promise<string> => {
  const answer = await fetch(url + path, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`${path} is ${answer.status}`);
  return answer.text();
};

/** The commands of a page for the shell, in their order. */
export const commandsOn = async (system: Pick<System, 'url'>, path: string): Promise<string[]> =>
  [...(await pageText(system, path)).matchAll(/<pre[^>]* data-language="sh"><code>([\s\S]*?)<\/code>/g)].map(
    ([, code = '']) => unescapeHtml(code),
  );

/** A folder in which commands run. */
export const newFolder = () => mkdtemp(join(tmpdir(), 'console-docs-'));

export interface CommandResult {
  code: number | null;
  output: string;
}

/** Runs commands in a shell; with `killAfterLine` its programs are killed when the first line is printed. */
export function runCommand(
  command: string,
  { cwd, env, killAfterLine = false }: { cwd: string; env: Record<string, string>; killAfterLine?: boolean },
): Promise<CommandResult> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const child = spawn('sh', ['-ec', command], { cwd, env: { ...process.env, ...env, PATH: path }, detached: true });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (killAfterLine && output.includes('\n') && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
