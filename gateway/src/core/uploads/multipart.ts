import type { IncomingMessage } from 'node:http';
import { bulkMaxBytes, imageMaxBytes } from '@console/contract/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { processRequest } from 'graphql-upload-minimal';
import { failure } from '../../base/errors.ts';
import { exemptFromBodyDeadline } from './body-deadline.ts';

const maxFiles = 2;
/** Slightly above the largest allowed file, so that a file above its limit gets an error message instead of being cut off. */
const maxFileBytes = Math.max(bulkMaxBytes, imageMaxBytes) + 4096;
const maxFieldBytes = 128 * 1024;
const maxBodyBytes = 16 * 1024 * 1024;
const stallTimeoutMs = 30_000;

const isMultipart = ({ headers }: FastifyRequest): boolean => /^\s*multipart\//i.test(headers['content-type'] ?? '');

/** Authorises an upload without a session before its body is read, or throws. */
export type UploadGuard = (request: FastifyRequest, token: string) => Promise<void>;

/** Counts the bytes of a body without a declared length. */
type CountBytes = (request: FastifyRequest, bytes: number) => void;

async function authorizeUpload(request: FastifyRequest, guardOnboardingUpload: UploadGuard): Promise<void> {
  if (!isMultipart(request)) return;
  const session = request.consoleSession;
  // A form of any site can send multipart without a preflight.
  if (!session?.isBearer && !session?.hasGuard)
    throw failure(
      'FORBIDDEN',
      'This request was not accepted, because it might come from another site. Reload the page and try again.',
      { responseStatus: 403 },
    );
  const token = request.headers['x-onboarding-token'];
  const signedIn = Boolean(session.credential);
  if (!signedIn && typeof token !== 'string')
    throw failure('UNAUTHENTICATED', 'Sign in to continue.', { responseStatus: 401 });
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge();
  if (signedIn || typeof token !== 'string') return;
  await guardOnboardingUpload(request, token);
  request.onboardingToken = token;
}

const tooLarge = () =>
  failure('INVALID', 'The request is too large. Send less in one request.', { responseStatus: 413 });

const invalid = () =>
  failure('INVALID', 'The request is not a GraphQL multipart request. Send operations, then map, then the files.', {
    responseStatus: 400,
  });

/** Destroys a request that is too long or stalls while we read; reports its size. */
function watch(raw: IncomingMessage, waitMs: number, onSize: (bytes: number) => void): void {
  let size = 0;
  const timer = setInterval(() => {
    if (!raw.isPaused()) raw.destroy();
  }, waitMs);
  raw.on('data', (chunk: Buffer) => {
    timer.refresh();
    size += chunk.length;
    if (size > maxBodyBytes) raw.destroy();
  });
  raw.once('end', () => clearInterval(timer));
  raw.once('close', () => {
    clearInterval(timer);
    onSize(size);
  });
}

async function readOperation(
  request: FastifyRequest,
  reply: FastifyReply,
  waitMs: number,
  countBytes: CountBytes,
): Promise<void> {
  const { raw } = request;
  // The sender may have gone during the checks, and a closed request never ends.
  if (raw.destroyed) throw invalid();
  exemptFromBodyDeadline(raw);
  watch(raw, waitMs, (bytes) => {
    if (request.headers['content-length'] === undefined) countBytes(request, bytes);
  });
  try {
    const limits = { maxFiles, maxFileSize: maxFileBytes, maxFieldSize: maxFieldBytes };
    request.body = await processRequest(raw, reply.raw, limits);
  } catch (error) {
    // The parser's own message may quote the request.
    if ((error as { status?: unknown }).status === 413) throw tooLarge();
    throw invalid();
  }
}

/** Accepts multipart GraphQL on `app`. An earlier hook must set the session. */
export function acceptMultipart(
  app: FastifyInstance,
  guardOnboardingUpload: UploadGuard,
  countBytes: CountBytes,
  waitMs = stallTimeoutMs,
): void {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.addHook('onRequest', (request) => authorizeUpload(request, guardOnboardingUpload));
  app.addHook('preValidation', async (request, reply) => {
    if (request.method === 'POST' && isMultipart(request)) await readOperation(request, reply, waitMs, countBytes);
  });
  // Reads the rest of the body, so that the connection can be reused.
  app.addHook('onResponse', async (request) => {
    if (isMultipart(request) && !request.raw.readableEnded) request.raw.unpipe().resume();
  });
}
