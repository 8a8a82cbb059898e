import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../base/settings.ts';

export const sandboxPagePath = 'sandbox/index.html';

/** The editor needs inline styles and workers; nothing comes from other origins. */
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

/** Null if it is disabled or not built. */
export const readSandboxPage = (
  { sandbox }: Pick<GatewaySettings, 'sandbox'>,
  webDir: string | undefined,
): Promise<string | null> =>
  sandbox !== 'off' && webDir !== undefined
    ? readFile(join(webDir, sandboxPagePath), 'utf8').catch(() => null)
    : Promise.resolve(null);

export const isSandboxPageRequest = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');

/** Always the same page, independent of the request and the session. */
export const sendSandboxPage = (reply: FastifyReply, html: string) =>
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
