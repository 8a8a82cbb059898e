import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where the build puts the page, below the console's own. */
export const sandboxPath = 'sandbox/index.html';

/** The editor needs styles of its own in the page and workers; nothing comes from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The built sandbox; null when it is closed or was not built. */
export const readSandbox = ({ sandbox }: { sandbox: boolean }, webDir: string | undefined): Promise<string | null> =>
  sandbox && webDir !== undefined
    ? readFile(join(webDir, sandboxPath), 'utf8').catch(() => null)
    : Promise.resolve(null);

/** Whether a browser opens the endpoint as a page. */
export const opensSandbox = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');

/** The page, always the same: nothing of the request gets into it, and no session is asked for. */
export const sendSandbox = (reply: FastifyReply, page: string) =>
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
