import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { StartError } from '@console/server-base/settings';
import { type OperatorRequest, operatorSocketPath, shortPath } from './operator-socket.ts';

/** The answer of a running platform. What it has made for the command goes when the connection is closed. */
export interface OperatorAnswer {
  value: Record<string, unknown>;
  /** Ends when the platform has. */
  signal: AbortSignal;
  close(): void;
}

/** Sends a command to the platform that runs with a data folder; null if none does. Throws StartError with what it refuses. */
export async function sendToPlatform(dataDir: string, request: OperatorRequest): Promise<OperatorAnswer | null> {
  const socket = await open(shortPath(operatorSocketPath(dataDir)));
  if (!socket) return null;
  const ended = new AbortController();
  socket.once('close', () =>
    ended.abort(new StartError('The platform stopped while the command was running. Nothing was changed.')),
  );
  socket.write(`${JSON.stringify(request)}\n`);
  const line = await new Promise<string | null>((resolve) => {
    createInterface(socket)
      .on('error', () => {})
      .once('line', resolve)
      .once('close', () => resolve(null));
  });
  if (line === null) throw new StartError('The platform stopped before it responded.');
  const { ok, message, ...value } = JSON.parse(line) as Record<string, unknown>;
  if (ok === true) return { value, signal: ended.signal, close: () => void socket.destroy() };
  socket.destroy();
  throw new StartError(String(message));
}

/** Null where no process listens. */
const open = (path: string) =>
  new Promise<Socket | null>((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket.on('error', () => {})));
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT' || code === 'ECONNREFUSED') resolve(null);
      else reject(new StartError(`Could not connect to the running platform: ${message}.`));
    });
  });
