import { once } from 'node:events';
import { pipeline, type Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { exportLimits } from '@console/contract/calls/exports';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { failure } from '../base/errors.ts';
import { readCaller } from '../core/caller.ts';
import { Context } from '../core/context.ts';
import type { Services } from '../core/services.ts';
import { exportListNamed, type PreparedExport, prepareExport } from '../graphql/export-lists.ts';
import { checkExportOptions, type ExportOptions } from '../graphql/export-options.ts';
import type { ExportCell } from '../graphql/export-source.ts';
import { setRateLimitHeaders, spendPoints } from '../graphql/key-budget.ts';
import { loadSchema } from '../graphql/schema.ts';
import { recordExport } from '../specified/export-rows.ts';
import { authorizeDownload, beginDownload, type DownloadRequest } from './authorize-download.ts';
import { exportFiles } from './export-files.ts';
import { limitRequests } from './limit-requests.ts';
import { acceptKey } from './log-caller.ts';
import { logKeyRequests } from './log-key-requests.ts';
import { sendPersonalData } from './personal-data.ts';
import { sendNotFound } from './web.ts';

type Format = keyof typeof exportLimits;
type ExportRequest = DownloadRequest<{ file: string }>;

/** Points charged at the start of an export, and at its end for its rows. */
const points = { start: 100, rowsOfOne: 1_000 };
const goneText = 'This download is no longer available. Export the list again.';

/** `/export/{list}.{csv|xlsx}`: a list as a file, by API key and arguments, or by session and the URL of `startExport`. */
export async function exportRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const schema = loadSchema();
  logKeyRequests(app, services, operationOf);
  limitRequests(app, services.shares);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers({ 'cache-control': 'no-store', vary: 'accept-encoding, authorization, cookie' });
    done();
  });
  app.get('/export/personal-data.json', { exposeHeadRoute: false }, (request: DownloadRequest, reply) =>
    sendPersonalData(request, reply, services),
  );
  app.get('/export/:file', { exposeHeadRoute: false }, (request: ExportRequest, reply) =>
    sendExport(request, reply, services, schema),
  );
}

const filePattern = /^([a-z-]{1,40})\.(csv|xlsx)$/;

function operationOf({ params }: FastifyRequest): string {
  const { file = '' } = params as { file?: string };
  return filePattern.test(file) ? `GET /export/${file}` : 'GET /export';
}

async function sendExport(
  request: ExportRequest,
  reply: FastifyReply,
  services: Services,
  schema: GraphQLSchema,
): Promise<FastifyReply> {
  const [, name = '', format] = filePattern.exec(request.params.file) ?? [];
  const list = exportListNamed(name);
  if (list === null || !isFormat(format)) return sendNotFound(reply);
  const download = await authorizeDownload(request, services, `${list} ${format.toUpperCase()}`, goneText);
  const { session, args, id } = download;
  request.consoleSession = session;
  const context = new Context(request, services, session);
  spendPoints(context, points.start, 'An export');
  const options: ExportOptions = checkExportOptions(format === 'csv' ? 'CSV' : 'XLSX', download.options);
  const prepared = await prepareExport(context, schema, list, args);
  const { organisationId } = await readCaller(context.api);
  if (session.isBearer) acceptKey(request, context);
  setRateLimitHeaders(reply, context);
  const signal = beginDownload(reply, services, organisationId);
  const limit = exportLimits[format];
  const opened = await prepared.source.open(context, { limit, once: id, signal });
  const { total } = opened;
  if (total !== null && total > limit) throw tooManyRows(format);
  const rows = writtenRows(context, prepared, opened, limit);
  const file = exportFiles[format].write(prepared.source.columns, rows, { sheet: name, ...options });
  signal.addEventListener('abort', () => file.destroy(), { once: true });
  // A failure before the first bytes is a clear response instead of a cut file.
  await once(file, 'readable');
  if (!session.isBearer) reply.header('set-cookie', await session.setCookies(false));
  reply.headers({
    'content-disposition': `attachment; filename="${name}.${format}"`,
    ...(total !== null && { 'x-export-rows': String(total) }),
  });
  return reply.type(exportFiles[format].type).send(format === 'csv' ? compressed(file, request, reply) : file);
}

const isFormat = (text: string | undefined): text is Format => text !== undefined && Object.hasOwn(exportLimits, text);

const tooManyRows = (format: Format) =>
  failure(
    'INVALID',
    `${format === 'csv' ? 'A CSV file' : 'An Excel file'} has at most ${exportLimits[format].toLocaleString('en-GB')} rows. Filter the list${format === 'csv' ? '' : ', or export it as CSV'}.`,
    { responseStatus: 422 },
  );

/** Settles cost and activity event when the rows end or their reader has gone. */
async function* writtenRows(
  context: Context,
  { list, source: { organisationId }, filters }: PreparedExport,
  { batches, isRecorded }: Awaited<ReturnType<PreparedExport['source']['open']>>,
  limit: number,
): AsyncGenerator<ExportCell[][], void> {
  const { services, sender, session, keyRequest } = context;
  let rows = 0;
  let isCut = true;
  const settle = async () => {
    if (session.isBearer && services.keyBudgets.limit > 0) {
      const cost = Math.floor(rows / points.rowsOfOne);
      services.keyBudgets.charge(sender.credential, sender.network, cost);
      if (keyRequest) keyRequest.cost = points.start + cost;
    }
    if (!isRecorded) await recordExport(context, { list, organisationId, filters, rows, isCut });
  };
  try {
    for await (const batch of batches) {
      if (rows + batch.length > limit) throw new Error('the list has grown beyond its limit');
      yield batch;
      rows += batch.length;
    }
    isCut = false;
    await settle();
  } finally {
    if (isCut) await settle().catch((err: unknown) => context.log.error({ err }, 'export not recorded'));
  }
}

function compressed(file: Readable, { headers }: FastifyRequest, reply: FastifyReply): Readable {
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return file;
  reply.header('content-encoding', 'gzip');
  return pipeline(file, createGzip({ level: constants.Z_BEST_SPEED }), () => undefined);
}
