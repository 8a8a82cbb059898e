import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fc, { type GeneratorValue } from 'fast-check';
import { internals, numberUpTo, rarely } from './hostile-values.ts';

const headers = [
  ...[
    'content-length: 0',
    'content-length: -1',
    'content-length: 9999999',
    'content-length: 2',
    'content-length: 1, 2',
  ],
  ...['transfer-encoding: chunked', 'transfer-encoding: gzip', 'transfer-encoding : chunked', 'expect: 100-continue'],
  ...['content-type: application/json', 'content-type: multipart/form-data; boundary=x', 'content-type: text/plain'],
  ...['connection: upgrade', 'upgrade: websocket', 'host: y', 'host:', 'cookie: a', 'cookie: a=b; a=c', ' folded: x'],
  ...[
    'no colon',
    ': no name',
    'bad name: x',
    'x: \0',
    'x: \u00FF',
    `x: ${'x'.repeat(20_000)}`,
    'authorization: Bearer',
  ],
];
const starts = ['GET', 'POST', 'HEAD', 'PUT', 'get', 'PRI', 'CONNECT', '', 'GET GET', '\0', '\u0016\u0003\u0001'];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTP', ''];
const bodies = ['', '{}', '0\r\n\r\n', '2\r\n{}\r\n0\r\n\r\n', 'zz\r\n', '--x\r\n\r\n--x--', '\0'.repeat(100)];

/** The bytes of a request to one of the paths: valid and invalid lines in any order. */
export function rawRequest(g: GeneratorValue, paths: readonly string[]): Buffer {
  if (rarely(g, 10)) return Buffer.from(g(fc.uint8Array));
  const method = g(fc.constantFrom, ...starts.slice(0, rarely(g, 4) ? starts.length : 2));
  const path = g(
    fc.constantFrom,
    ...paths,
    ...['*', '//', '/%', '/%00', 'http://x/', '/../..', `/${'x'.repeat(9_000)}`],
  );
  const version = rarely(g, 8) ? g(fc.constantFrom, ...versions) : 'HTTP/1.1';
  const chosen = Array.from({ length: numberUpTo(g, 4) }, () => g(fc.constantFrom, ...headers));
  const end = rarely(g, 10) ? '\n' : '\r\n';
  const lines = [`${method} ${path} ${version}`, ...(rarely(g, 8) ? [] : ['host: x']), ...chosen, 'connection: close'];
  return Buffer.from(`${lines.join(end)}${end}${end}${g(fc.constantFrom, ...bodies)}`, 'latin1');
}

/** Whether the response to such bytes is empty or a complete one that closes the connection. */
export function isClearAnswer(text: string): boolean {
  const answer = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  if (answer === '') return true;
  return /^HTTP\/1\.1 [234]\d\d /.test(answer) && /\r\nconnection: close\r\n/i.test(answer) && !internals.test(answer);
}

/** How long to wait for a response before ending the client's side, as for an incomplete request. */
const patienceMs = 200;

/** Sends bytes and returns everything received until the connection is closed. */
export async function sendRaw(origin: string, bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  socket.on('error', () => socket.destroy());
  const closed = once(socket, 'close');
  socket.write(bytes);
  await Promise.race([closed, pause(patienceMs)]);
  socket.end();
  await closed;
  return Buffer.concat(pieces).toString('latin1');
}
