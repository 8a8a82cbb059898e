import { createConnection, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { StartError } from '@console/server-base/settings';
import { secondMs } from '../core/base/clock.ts';
import type { AuditEvents, AuditOutput } from './audit-receiver.ts';

/** Longest silence of a receiver while connecting, receiving and closing. */
const silentMs = 30 * secondMs;

/** "Log audit" of RFC 5424, and its severities: informational, and warning for refusals. */
const facility = 13;
const severities = { done: 6, refused: 4 };

const usage = 'must be unix:/PATH, tcp://HOST:PORT or tls://HOST:PORT. UDP loses messages and is not supported.';

function receiverOf(text: string): (() => Socket) | null {
  if (text.startsWith('unix:/')) {
    const path = text.slice('unix:'.length).replace(/^\/\/\//, '/');
    return () => createConnection({ path });
  }
  if (!URL.canParse(text)) return null;
  const { protocol, hostname: host, port, pathname, username, search } = new URL(text);
  if (!host || !port || username || search || !['', '/'].includes(pathname)) return null;
  const to = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  if (protocol === 'tcp:') return () => createConnection(to);
  // The receiver's authority is one of Node, or of NODE_EXTRA_CA_CERTS.
  return protocol === 'tls:' ? () => connectTls({ ...to, servername: isName(to.host) ? to.host : '' }) : null;
}

const isName = (host: string): boolean => /[a-z]/i.test(host) && !host.includes(':');

/** Sends RFC 5424 with octet counting (RFC 6587). No acknowledgement, so one connection per batch: closing confirms it. */
export function syslogOutput(address: string): AuditOutput {
  const connect = receiverOf(address);
  if (!connect) throw new StartError(`--syslog ${usage}`);
  return {
    write: (events, signal) => deliver(connect, Buffer.concat(events.map(frameOf)), signal),
    reopen() {},
    close: async () => {},
  };
}

const host =
  hostname()
    .replace(/[^\x21-\x7e]/g, '')
    .slice(0, 255) || '-';

function frameOf({ at, action, isRefused, line }: AuditEvents[number]): Buffer {
  const priority = facility * 8 + (isRefused ? severities.refused : severities.done);
  const message = Buffer.from(`<${priority}>1 ${at} ${host} console-audit - ${action.slice(0, 32)} - ${line}`);
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

const closedEarly = 'the connection was closed before everything was read';

const deliver = (connect: () => Socket, bytes: Buffer, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect();
    let isSent = false;
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    const stop = () => fail(new Error('stopped'));
    signal.addEventListener('abort', stop, { once: true });
    socket.setTimeout(silentMs, () =>
      fail(new Error(isSent ? 'it does not close the connection' : 'it does not respond')),
    );
    socket.once('error', (error: NodeJS.ErrnoException) => fail(explained(error)));
    socket.once('close', () => {
      signal.removeEventListener('abort', stop);
      // Already settled after a failure.
      reject(new Error(closedEarly));
    });
    // The end may only be noticed while reading.
    socket.resume();
    socket.once('end', () => (isSent ? resolve() : fail(new Error(closedEarly))));
    // Of a name with several addresses, a TLS socket forgets what was written before one of them has accepted.
    socket.once('connect', () =>
      socket.end(bytes, () => {
        isSent = true;
      }),
    );
  });

/** Node has no datagram sockets in the file system, which journald and rsyslog use. */
const explained = (error: NodeJS.ErrnoException): Error =>
  error.code === 'EPROTOTYPE'
    ? new Error('the socket takes datagrams, not a stream. Use tcp://127.0.0.1:PORT, or --stdout under systemd')
    : error;
