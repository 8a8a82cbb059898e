import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callContextOf } from '../core/context.ts';
import type { Services } from '../core/services.ts';
import type { CallContext } from '../product-api/call-context.ts';
import { nullUnlessRateLimited } from '../product-api/errors.ts';
import { fileIdPattern } from '../product-api/file-address.ts';
import { readBearerKey, readSessionCookie } from '../session/request-check.ts';
import { limitRequests } from './limit-requests.ts';
import { sendNotFound } from './web.ts';

/** A compact JWE. */
const encryptedAddress = /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/;
const images = /^image\/(png|jpeg|webp|gif|avif)$/i;

type FileRequest = FastifyRequest<{ Params: { id: string } }>;
type FileContext = CallContext & { key: string };

async function sendFile(request: FileRequest, reply: FastifyReply, services: Services) {
  const { id } = request.params;
  const isEncrypted = encryptedAddress.test(id);
  if (!isEncrypted && !fileIdPattern.test(id)) return sendNotFound(reply);
  const bearer = readBearerKey(request);
  const session = bearer === null ? await readSessionCookie(request, services) : null;
  const key = bearer ?? (typeof session === 'string' ? null : session?.key);
  if (!key) return sendNotFound(reply);
  // No session token: a GET sets no cookie, so a renewed token would be lost.
  const context = { ...callContextOf(request), key, use: bearer === null ? ('session' as const) : ('bearer' as const) };
  reply.headers({ 'content-security-policy': "default-src 'none'; sandbox", 'content-disposition': 'inline' });
  return isEncrypted ? sendImage(request, reply, services, context) : sendPlatformFile(id, reply, services, context);
}

/** An external product API's image can change under the same URL, so it is cached briefly. */
async function sendImage(request: FileRequest, reply: FastifyReply, { pictures }: Services, context: FileContext) {
  const picture = await pictures.fetch(request.params.id, context);
  if (picture === null) return sendNotFound(reply);
  reply.headers({ 'cache-control': 'private, max-age=300', etag: picture.etag });
  if (request.headers['if-none-match'] === picture.etag) return reply.code(304).send();
  return reply.type(picture.type).send(picture.bytes);
}

async function sendPlatformFile(id: string, reply: FastifyReply, services: Services, context: FileContext) {
  const answer = await services.productApi.open(`/files/${id}`, context).catch(nullUnlessRateLimited);
  if (answer === null) return sendNotFound(reply);
  const type =
    String(answer.headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim() ?? '';
  if (answer.statusCode !== 200 || !images.test(type)) {
    await answer.body.dump();
    return sendNotFound(reply);
  }
  const length = answer.headers['content-length'];
  if (length) reply.header('content-length', length);
  return reply
    .type(type.toLowerCase())
    .header('cache-control', 'private, max-age=31536000, immutable')
    .send(answer.body);
}

/** `/files/{id}`: logos and icons for signed-in users, by platform file id or encrypted URL. */
export async function fileRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  limitRequests(app, services.shares);
  app.get<{ Params: { id: string } }>('/files/:id', (request, reply) => sendFile(request, reply, services));
}
