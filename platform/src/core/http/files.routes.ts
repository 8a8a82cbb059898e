import { scopeOf } from '@console/contract/access';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/caller.ts';
import type { Services } from '../access/services.ts';
import { notFound } from '../base/failure.ts';

/** `/files/{id}`: logos and icons, for users who may see their organisation. Otherwise 404. */
export function serveFiles(app: FastifyInstance, { db }: Services): void {
  app.get<{ Params: { id: string } }>(
    '/files/:id',
    { config: { access: 'user', action: 'organisations:view' } },
    async ({ params: { id }, caller }, reply) => {
      const file = caller && /^[A-Za-z0-9_-]{22}$/.test(id) ? await findFile(caller, id) : undefined;
      if (!file) throw notFound();
      const name = encodeURIComponent(file.file_name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
      return reply
        .headers({
          'content-type': file.content_type,
          'content-disposition': `inline; filename*=UTF-8''${name}`,
          'content-security-policy': "default-src 'none'; sandbox",
          // The content of a file id never changes.
          'cache-control': 'private, max-age=31536000, immutable',
        })
        .send(Buffer.from(file.bytes));
    },
  );

  const findFile = (caller: Caller, id: string) =>
    db
      .selectFrom('stored_file')
      .select(['file_name', 'content_type', 'bytes'])
      .where('id', '=', id)
      .$if(scopeOf(caller, 'organisations:view') !== 'any', (query) =>
        query.where('ent_org_id', '=', Number(caller.organisationId ?? 0)),
      )
      .executeTakeFirst();
}
