/** The lower bound: a proxy that parses nothing; its client makes the REST calls. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';

const pool = new Pool(process.env.PRODUCT_API_URL ?? '', { connections: 32 });

const passed = ({ 'api-key': key, 'content-type': type, 'content-length': length }: IncomingHttpHeaders) => ({
  ...(key && { 'api-key': key }),
  ...(type && { 'content-type': type }),
  ...(length && { 'content-length': length }),
});

createServer((request, response) => {
  const { method = 'GET', url: path = '/', headers } = request;
  const body = method === 'POST' ? request : null;
  pool
    .stream({ method: method as 'GET' | 'POST', path, headers: passed(headers), body }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      return response;
    })
    .catch(() => response.destroy());
}).listen(Number(process.env.PORT), '127.0.0.1');
