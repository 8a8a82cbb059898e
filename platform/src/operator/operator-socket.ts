import { chmod, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from '@console/server-base/settings';
import { secondMs } from '../core/base/clock.ts';

export const operatorSocketPath = (dataDir: string): string => join(resolve(dataDir), 'operator.sock');

/** Shorter path to a socket, which can have at most 107 bytes. */
export const shortPath = (path: string): string => {
  const way = relative(process.cwd(), path);
  return way.length < path.length ? way : path;
};

/** A request as one line of JSON. */
export interface OperatorRequest {
  command: string;
  [argument: string]: unknown;
}

/** Handles a request. Callbacks of `onEnd` run when the command ends, also by kill -9. */
export type OperatorHandler = (
  request: OperatorRequest,
  onEnd: (work: () => Promise<unknown>) => void,
) => Promise<Record<string, unknown>>;

const requestBytes = 64 * 1024;
const requestMs = 10 * secondMs;

/** Listens to operator commands; only the folder's owner can connect. Returns how to stop. Replaces a killed process's socket. */
export async function openOperatorSocket(
  dataDir: string,
  handlers: Readonly<Record<string, OperatorHandler>>,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const path = operatorSocketPath(dataDir);
  await mkdir(resolve(dataDir), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(resolve(dataDir), '.operator-'));
  const connections = new Set<Socket>();
  const commands = new Set<Promise<void>>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket)).on('error', () => {});
    const command = answer(socket, handlers, onError).finally(() => commands.delete(command));
    commands.add(command);
  });
  try {
    const own = join(folder, 's');
    await listen(server, shortPath(own));
    await chmod(own, 0o600);
    await rename(own, path);
  } catch (error) {
    server.close();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const { ino } = await stat(path);
  return async () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of connections) socket.destroy();
    await closed;
    await Promise.all(commands);
    // Leave the socket of a platform that started since.
    const there = await stat(path).catch(() => null);
    if (there?.ino === ino) await rm(path, { force: true });
  };
}

const listen = (server: Server, path: string) =>
  new Promise<void>((done, reject) => {
    server.once('error', reject);
    server.listen(path, () => done(void server.unref()));
  });

/** Resolves after the command and its `onEnd` callbacks. */
async function answer(
  socket: Socket,
  handlers: Readonly<Record<string, OperatorHandler>>,
  onError: (error: unknown) => void,
): Promise<void> {
  const ends: (() => Promise<unknown>)[] = [];
  let running = Promise.resolve();
  let received = 0;
  socket.setTimeout(requestMs, () => socket.destroy());
  socket.on('data', (part) => {
    received += part.length;
    if (received > requestBytes) socket.destroy();
  });
  const closed = new Promise((done) => socket.once('close', done));
  // readline re-emits errors of the socket, which end the process without a listener.
  const lines = createInterface(socket).on('error', () => {});
  lines.once('line', (line) => {
    socket.setTimeout(0);
    const send = (value: object) => socket.writable && socket.write(`${JSON.stringify(value)}\n`);
    running = respond(line, handlers, (end) => void ends.push(end)).then(
      (value) => void send({ ok: true, ...value }),
      (error) => {
        if (error instanceof StartError) return void send({ ok: false, message: error.message });
        onError(error);
        send({ ok: false, message: 'The command failed in the platform. See its log for the reason.' });
      },
    );
  });
  await closed;
  await running;
  await Promise.all(ends.map((end) => end())).catch(onError);
}

async function respond(
  line: string,
  handlers: Readonly<Record<string, OperatorHandler>>,
  onEnd: (work: () => Promise<unknown>) => void,
): Promise<Record<string, unknown>> {
  const request = parse(line);
  const handler = request && Object.hasOwn(handlers, request.command) ? handlers[request.command] : undefined;
  if (!request || !handler)
    throw new StartError(
      'The running platform is another release and does not know this command. Restart it with this release.',
    );
  return handler(request, onEnd);
}

function parse(line: string): OperatorRequest | null {
  try {
    const value = JSON.parse(line) as OperatorRequest | null;
    return typeof value?.command === 'string' ? value : null;
  } catch {
    return null;
  }
}
