import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@console/server-base/settings';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../base/settings.ts';
import { readCookie } from '../core/cookies.ts';
import { operationManifestFile } from '../graphql/persisted-operations.ts';
import type { Capabilities } from '../product-api/capabilities.ts';
import { brandMetaTags } from './brand.ts';
import { docsFolder } from './documentation.ts';
import { pageTableFile, readPreloads } from './preloads.ts';
import { sandboxPagePath } from './sandbox.ts';
import { pageContentSecurityPolicy } from './security-headers.ts';

const placeholder = '__STYLE_NONCE__';
const pageName = 'index.html';
/** Paths that are never a page of the console. */
const reserved = /^\/(graphql|files|export|events|docs|health|assets|sso|scim|\.well-known)(\/|$)/;

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Whether the user may be signed in: a link from another site does not send the cookie. */
const mayBeSignedIn = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || readCookie(headers.cookie, '__Host-console') !== null;

/** Whether a request opens a page: a GET without a file extension. */
function opensPage({ method, url }: FastifyRequest): boolean {
  const path = pathOf(url);
  return (
    (method === 'GET' || method === 'HEAD') && !reserved.test(path) && !path.slice(path.lastIndexOf('/')).includes('.')
  );
}

/** Offers passkeys on the sign-in page without a request. */
const passkeyTag = '<meta name="passkeys" content="on">';

/** Serves the console. Hashed assets are cached forever, the page never; a missing asset is 404. */
export async function serveWeb(
  app: FastifyInstance,
  webDir: string,
  settings: GatewaySettings,
  capabilities: Pick<Capabilities, 'has'>,
): Promise<void> {
  const built = await readFile(join(webDir, pageName), 'utf8').catch(() => {
    throw new StartError(`The console is not built: ${join(webDir, pageName)} cannot be read.`);
  });
  const page = built.replace('</head>', () => `${brandMetaTags(settings)}</head>`);
  const preloads = await readPreloads(webDir);
  await app.register(fastifyStatic, {
    root: webDir,
    preCompressed: true,
    wildcard: false,
    index: false,
    globIgnore: [pageName, sandboxPagePath, `${docsFolder}/**`, pageTableFile, operationManifestFile, '**/*.br'],
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('vary', 'accept-encoding');
      const hashed = path.startsWith(join(webDir, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', pageContentSecurityPolicy(nonce, settings))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        page
          .replaceAll(placeholder, nonce)
          .replace(
            '</head>',
            `${capabilities.has('extensions') ? passkeyTag : ''}${preloads(pathOf(request.url), mayBeSignedIn(request))}</head>`,
          ),
      );
  };
  app.get('/', sendPage);
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/profile?tab=password'));
  app.setNotFoundHandler((request, reply) => {
    if (!opensPage(request)) return sendNotFound(reply);
    const path = pathOf(request.url);
    // A second slash or a backslash at the start would lead to another origin.
    if (!path.endsWith('/') || /^\/[/\\]/.test(path)) return sendPage(request, reply);
    return reply.header('cache-control', 'no-store').redirect(path.slice(0, -1) + request.url.slice(path.length), 308);
  });
}

export const sendNotFound = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').send({ message: 'Not found.' });
