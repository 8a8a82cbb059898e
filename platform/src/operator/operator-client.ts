import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { StartError } from '@console/server-base/settings';
import { type OperatorRequest, operatorSocketPath, shortPath } from './operator-socket.ts';

/** Response of a running platform. Closing the connection removes the files that the platform created for the command. */
export interface OperatorResponse {
  value: Record<string, unknown>;
  /** Aborts when the platform ends. */
  signal: AbortSignal;
  close(): void;
}

/** Sends a command to the platform of a data folder; null if none runs. Throws StartError if it is rejected. */
export async function sendToPlatform(dataDir: string, request: OperatorRequest): Promise<OperatorResponse | null> {
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
  if (line === null)
    throw new StartError(
      'The platform stopped before it responded. It is not known whether the command was done. Start the platform, then run the command again.',
    );
  const { ok, message, ...value } = JSON.parse(line) as Record<string, unknown>;
  if (ok === true) return { value, signal: ended.signal, close: () => void socket.destroy() };
  socket.destroy();
  throw new StartError(String(message));
}

/** The connection; null if no process listens. */
const open = (path: string) =>
  new Promise<Socket | null>((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket.on('error', () => {})));
    socket.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'ENOENT' || code === 'ECONNREFUSED') resolve(null);
      else
        reject(
          new StartError(
            `Could not connect to the running platform: ${message}. Run the command as root or as the user of the platform.`,
          ),
        );
    });
  });
