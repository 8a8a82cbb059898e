import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AnswerMode, defaultMode, type RecordedCall } from './answer-mode.ts';

/** An answer of the product API; without a body, nothing has changed since the caller's ETag. */
export interface Sent {
  status: number;
  body?: Buffer;
  etag?: string | undefined;
  headers?: Record<string, string>;
}

export interface ReceivedCall extends RecordedCall {
  headers: IncomingMessage['headers'];
}

let mode = defaultMode;
let recorded: RecordedCall[] = [];

function send(response: ServerResponse, { status, body, etag, headers }: Sent): void {
  const content = body && { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
  response.writeHead(status, { ...content, ...headers, ...(etag !== undefined && { etag }) });
  response.end(body);
}

/** Starts a product API of the bench. `POST /bench/mode` sets how it answers, and returns the calls that were recorded before. */
export function serve(answer: (call: ReceivedCall, mode: AnswerMode) => Sent | Promise<Sent>): void {
  const respond = async ({ method = 'GET', url = '/', headers }: IncomingMessage, body: string): Promise<Sent> => {
    if (url === '/bench/mode') {
      const before = Buffer.from(JSON.stringify(recorded));
      mode = JSON.parse(body) as AnswerMode;
      recorded = [];
      return { status: 200, body: before };
    }
    const call: RecordedCall = { method, path: url, key: String(headers['api-key'] ?? ''), body };
    if (mode.recordsCalls) recorded.push(call);
    return answer({ ...call, headers }, mode);
  };
  createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = parts.length === 0 ? '' : Buffer.concat(parts).toString();
      respond(request, body).then(
        (sent) => send(response, sent),
        () => response.destroy(),
      );
    });
  }).listen(Number(process.env.PORT), '127.0.0.1');
}
