import type { IncomingMessage } from 'node:http';
import { bulkMaxBytes, imageMaxBytes } from '@console/contract/rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { processRequest } from 'graphql-upload-minimal';
import { failure } from '../../base/errors.ts';
import { letItTakeItsTime } from './body-deadline.ts';
import { guardPlaces } from './places.ts';

const mostFiles = 2;
/** A little more than any file may have, so that one which is too large is told so and not cut. */
const largestFile = Math.max(bulkMaxBytes, imageMaxBytes) + 4096;
const largestField = 128 * 1024;
const largestBody = 16 * 1024 * 1024;
const patienceMs = 30_000;

const isMultipart = ({ headers }: FastifyRequest): boolean => /^\s*multipart\//i.test(headers['content-type'] ?? '');

/** Decides before a byte is read whether somebody without a session may send the one upload that needs none; throws when they may not. */
export type OnboardingDoor = (request: FastifyRequest, token: string) => Promise<void>;

/** Before a byte is read: files have a size, and come from whoever is signed in or brings an organisation on board. */
async function letIn(request: FastifyRequest, onboardingDoor: OnboardingDoor): Promise<void> {
  if (!isMultipart(request)) return;
  const token = request.headers['x-onboarding-token'];
  const signedIn = Boolean(request.consoleSession?.credential);
  if (!signedIn && typeof token !== 'string')
    throw failure('UNAUTHENTICATED', 'Nobody is signed in', { answerStatus: 401 });
  if (Number(request.headers['content-length'] ?? 0) > largestBody) throw tooLarge();
  if (signedIn || typeof token !== 'string') return;
  await onboardingDoor(request, token);
  request.onboardingToken = token;
}

const tooLarge = () => failure('INVALID', 'The request is too large', { answerStatus: 413 });

/** Cuts the connection of a request that is endless, or that does not move although we would read on. */
function watch(raw: IncomingMessage, waitMs: number): void {
  let size = 0;
  const timer = setInterval(() => {
    if (!raw.isPaused()) raw.destroy();
  }, waitMs);
  raw.on('data', (chunk: Buffer) => {
    timer.refresh();
    size += chunk.length;
    if (size > largestBody) raw.destroy();
  });
  raw.once('end', () => clearInterval(timer));
  raw.once('close', () => clearInterval(timer));
}

/** Reads the request as far as its operation; the files are read by the resolver that wants them. */
async function readOperation(request: FastifyRequest, reply: FastifyReply, waitMs: number): Promise<void> {
  const { raw } = request;
  letItTakeItsTime(raw);
  watch(raw, waitMs);
  guardPlaces(raw);
  try {
    const limits = { maxFiles: mostFiles, maxFileSize: largestFile, maxFieldSize: largestField };
    request.body = await processRequest(raw, reply.raw, limits);
  } catch (error) {
    // The parser's own words may quote the request.
    if ((error as { status?: unknown }).status === 413) throw tooLarge();
    throw failure('INVALID', 'The request is no multipart request of GraphQL: operations, map, then the files', {
      answerStatus: 400,
    });
  }
}

/** Multipart requests of GraphQL, for the routes of `app`. Whoever decides who a request comes from does so before. */
export function acceptMultipart(app: FastifyInstance, onboardingDoor: OnboardingDoor, waitMs = patienceMs): void {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.addHook('onRequest', (request) => letIn(request, onboardingDoor));
  app.addHook('preValidation', async (request, reply) => {
    if (request.method === 'POST' && isMultipart(request)) await readOperation(request, reply, waitMs);
  });
  // What nobody read is read away, so that the connection can be used again.
  app.addHook('onResponse', async (request) => {
    if (isMultipart(request) && !request.raw.readableEnded) request.raw.unpipe().resume();
  });
}
