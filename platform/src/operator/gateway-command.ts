import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The gateway's program, as the platform does not import the gateway. */
const program = fileURLToPath(new URL('../../../gateway/src/operate.ts', import.meta.url));

/** Runs a gateway command in this terminal; returns its exit code. */
export async function runGatewayCommand(name: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [program, name, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/** Sends JSON to a gateway command and returns its response; null if it failed, with the reason on stderr. */
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
