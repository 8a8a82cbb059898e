import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const answers: Partial<Record<string, { status: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large.' },
};
const notHttp = { status: 400, message: 'The request cannot be read.' };

/** Responds to an unparsable request with `Connection: close`, which Fastify leaves out: a client that reuses the connection would get a reset. */
export function respondClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, message } = answers[error.code ?? ''] ?? notHttp;
  const body = JSON.stringify({ message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
