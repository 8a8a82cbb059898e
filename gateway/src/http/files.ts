import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callContextOf } from '../context.ts';
import { fileId } from '../product-api/file-address.ts';
import type { Services } from '../services.ts';
import { bearerOf, readSessionCookie } from '../session/check.ts';
import { notFound } from './web.ts';

const images = /^image\/(png|jpeg|webp|gif|avif)$/;

async function sendFile(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply, services: Services) {
  const { id } = request.params;
  if (!fileId.test(id)) return notFound(reply);
  const bearer = bearerOf(request);
  const key = bearer ?? (await readSessionCookie(request, services))?.key;
  if (!key) return notFound(reply);
  // Without the session token: its renewal could not be kept, as a GET sets no cookie.
  const context = { ...callContextOf(request), key, use: bearer === null ? ('session' as const) : ('bearer' as const) };
  const answer = await services.productApi.open(`/files/${id}`, context).catch(() => null);
  if (answer === null) return notFound(reply);
  const type =
    String(answer.headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim() ?? '';
  if (answer.statusCode !== 200 || !images.test(type)) {
    await answer.body.dump();
    return notFound(reply);
  }
  const length = answer.headers['content-length'];
  if (length) reply.header('content-length', length);
  return reply
    .type(type)
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .send(answer.body);
}

/** `/files/{id}`: logos and icons of the product API on our own origin, for whoever is signed in. */
export async function fileRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.get<{ Params: { id: string } }>('/files/:id', (request, reply) => sendFile(request, reply, services));
}
