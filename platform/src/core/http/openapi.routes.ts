import { openApiDocument } from '@console/contract/api-document/openapi';
import type { FastifyInstance } from 'fastify';

export function serveOpenApi(app: FastifyInstance): void {
  let text: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
