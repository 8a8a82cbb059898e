import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The program of the commands that need the gateway's code, which the platform does not import. */
const program = fileURLToPath(new URL('../../../gateway/src/operate.ts', import.meta.url));

/** Runs a command of the gateway with the terminal of this process; returns its exit code. */
export async function runGatewayCommand(name: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, name, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/** Asks a command of the gateway by JSON; returns what it answers, null where it has failed and said why on stderr. */
export async function askGatewayCommand(name: string, request: unknown): Promise<unknown> {
  const child = spawn(process.execPath, [program, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stdin.on('error', () => undefined).end(JSON.stringify(request));
  const [code] = await once(child, 'close');
  return code === 0 ? JSON.parse(output) : null;
}
