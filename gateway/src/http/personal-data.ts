import { once } from 'node:events';
import { Readable } from 'node:stream';
import { sessionNeeded } from '@console/contract/call';
import { personDataCalls } from '@console/contract/calls/person-data';
import type { FastifyReply } from 'fastify';
import { failure } from '../base/errors.ts';
import { readCaller } from '../core/caller.ts';
import { Context } from '../core/context.ts';
import type { Services } from '../core/services.ts';
import { withIdleTimeout } from '../specified/export-rows.ts';
import { authorizeDownload, beginDownload, type DownloadRequest } from './authorize-download.ts';

const goneText = 'This download is no longer available. Copy the data again.';

export async function sendPersonalData(
  request: DownloadRequest,
  reply: FastifyReply,
  services: Services,
): Promise<FastifyReply> {
  const { session, args: token } = await authorizeDownload(request, services, 'personal-data JSON', goneText);
  if (session.isBearer) throw failure('FORBIDDEN', sessionNeeded, { responseStatus: 403 });
  request.consoleSession = session;
  const context = new Context(request, services, session);
  const { organisationId } = await readCaller(context.api);
  const signal = beginDownload(reply, services, organisationId);
  const stream = await context.api.stream(personDataCalls.personData, { body: { token } }, signal);
  const file = Readable.from(withIdleTimeout(stream), { objectMode: false });
  signal.addEventListener('abort', () => file.destroy(), { once: true });
  // A failure before the first bytes is a clear response instead of a cut file.
  await once(file, 'readable');
  reply.headers({
    'set-cookie': await session.setCookies(false),
    'content-disposition': 'attachment; filename="personal-data.json"',
  });
  return reply.type('application/json').send(file);
}
