/**
 * The lower bound: for each page it makes the calls of the gateway, those of a wave at the same time, and passes the bodies on one after the other without
 * reading them. `POST /plans` sets the calls of each page, `GET /plans/{page}` makes them.
 */
import { createServer, type ServerResponse } from 'node:http';
import { Pool } from 'undici';
import type { DirectCall, DirectPlan } from './direct-plan.ts';

const pool = new Pool(process.env.PRODUCT_API_URL ?? '', { connections: 32 });
let plans: Record<string, DirectPlan> = {};

const fetchBody = async ({ method, path, key, body }: DirectCall): Promise<Uint8Array> => {
  const headers = { 'api-key': key, ...(body && { 'content-type': 'application/json' }) };
  return (await pool.request({ method, path, headers, body: body || null })).body.bytes();
};

async function send(plan: DirectPlan, response: ServerResponse): Promise<void> {
  const bodies: Uint8Array[] = [];
  for (const wave of plan) bodies.push(...(await Promise.all(wave.map(fetchBody))));
  const length = bodies.reduce((sum, body) => sum + body.length, 0);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
  for (const body of bodies) response.write(body);
  response.end();
}

createServer((request, response) => {
  const plan = plans[request.url?.slice('/plans/'.length) ?? ''];
  if (plan) {
    send(plan, response).catch(() => response.destroy());
    return;
  }
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    if (request.method === 'POST') plans = JSON.parse(Buffer.concat(parts).toString()) as typeof plans;
    response.end();
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
