import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@console/platform/testing/free-port';
import { compileCache, compiledOnce } from '@console/platform/testing/processes';

const root = join(import.meta.dirname, '..');
/** The data folder of a system with demo data, which was started and stopped once; `setup.config.ts` creates it. */
export const templateDir = join(root, '.state/e2e-data');
/** A data folder without demo data or users. */
export const emptyTemplateDir = join(root, '.state/e2e-empty-data');
/** The environment of a server's process. */
export const serverEnv = { ...process.env, NODE_ENV: 'production', NODE_COMPILE_CACHE: compileCache };

/** The output and exit of a process. */
export interface ExitResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** A running console: one process with its own ports and data folder. */
export interface System {
  /** Address of the console. */
  url: string;
  /** Address of the product API. */
  platformUrl: string;
  dataDir: string;
  /** The output of the process so far, including its log. */
  output(): string;
  /** The newest mail to an address, from the outbox. */
  mailTo(email: string, having?: RegExp): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<ExitResult>;
}

export const newDataDir = () => mkdtemp(join(tmpdir(), 'console-e2e-'));

/** Starts the launcher without waiting for it. */
export function launch(env: Record<string, string>): {
  child: ChildProcess;
  output: () => string;
  ended: Promise<ExitResult>;
} {
  const child = spawn(process.execPath, [compiledOnce, 'tools/serve.ts'], {
    cwd: root,
    env: { ...serverEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<ExitResult>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, output: text })),
  );
  return { child, output: () => text, ended };
}

/** A start takes 4 core-seconds, which a busy machine may take minutes for. */
const readyWithinMs = 180_000;

/** A data folder for a system: a copy of a template, because creating the database takes most of a start. */
export async function prepareDataDir({ DEMO, PRODUCT_API_URL }: Record<string, string> = {}): Promise<string> {
  const dataDir = await newDataDir();
  const template = DEMO === 'off' ? emptyTemplateDir : templateDir;
  if (PRODUCT_API_URL === undefined) await cp(template, dataDir, { recursive: true });
  return dataDir;
}

/** Starts the whole system and waits until it is ready. */
export async function startSystem(settings: Record<string, string> = {}): Promise<System> {
  const [port, platformPort] = [
    settings.PORT ?? String(await freePort()),
    settings.PLATFORM_PORT ?? String(await freePort()),
  ];
  const url = `http://localhost:${port}`;
  const platformUrl = `http://127.0.0.1:${platformPort}`;
  const dataDir = settings.DATA_DIR ?? (await prepareDataDir(settings));
  const { child, output, ended } = launch({
    PORT: port,
    PLATFORM_PORT: platformPort,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    ...settings,
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  await ready(`${url}/health/ready`, output, ended).catch(async (error: unknown) => {
    await stop('SIGKILL');
    throw error;
  });
  return { url, platformUrl, dataDir, output, stop, mailTo: (email, having) => newestMail(platformUrl, email, having) };
}

/** Stops a system and removes its data folder. */
export async function removeSystem(system: System): Promise<void> {
  await system.stop();
  await rm(system.dataDir, { recursive: true, force: true });
}

/** Waits until the URL responds and the launcher has printed its URLs, which it does afterwards. */
async function ready(address: string, output: () => string, ended: Promise<ExitResult>): Promise<void> {
  let exitResult: ExitResult | undefined;
  void ended.then((end) => (exitResult = end));
  for (const since = Date.now(); ; ) {
    if (exitResult) throw new Error(`The system ended with code ${exitResult.code}:\n${exitResult.output}`);
    if (Date.now() - since > readyWithinMs) throw new Error(`${address} is not ready after ${readyWithinMs} ms.`);
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok && output().includes('Stop with Ctrl-C.')) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function newestMail(platformUrl: string, email: string, having = /./): Promise<string> {
  const answer = await fetch(`${platformUrl}/outbox.json?to=${encodeURIComponent(email)}`);
  const { mails } = (await answer.json()) as { mails: { text: string }[] };
  return mails.find(({ text }) => having.test(text))?.text ?? '';
}
