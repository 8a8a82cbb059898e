import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { exportsCalls } from '@console/contract/calls/exports';
import type { ListName } from '@console/contract/lists';
import { maxPageSize } from '@console/contract/rules';
import type { Context } from '../core/context.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { firstRowsWindow, type PagedList } from '../product-api/paging.ts';
import { idOf, integerOf, isRecord, toWireId } from '../product-api/shape.ts';

const call = exportsCalls.exportRows;
const longestLine = 4 * 1024 * 1024;
/** A stream without data for this long, while its reader waits, has failed. */
const idleMs = 30_000;
/** Rows per batch, between which other requests are served. */
const batchSize = 500;

export interface OpenedRows<T> {
  /** Null if the product API does not count them. */
  total: number | null;
  batches: AsyncIterable<T[]>;
  isRecorded: boolean;
}

interface ExportOptions {
  limit: number;
  /** Prevents a second stream with the same text. */
  once: string | undefined;
  signal: AbortSignal;
}

/** All rows of a list: as our platform streams them, else page by page. */
export async function openRows<T>(
  context: Context,
  list: PagedList<T>,
  { limit, once, signal }: ExportOptions,
): Promise<OpenedRows<T>> {
  const { stream } = list;
  if (!stream || !(await context.supports('extensions'))) return readPages(list);
  const body = { list: stream.list, query: { ...stream.query }, limit, once };
  const chunks = linesOf(await context.api.stream(call, { body }, signal), context);
  const [head, ...first] = (await chunks.next()).value ?? [];
  const total = head === undefined ? null : integerOf(head.total);
  if (total === null) throw incompleteResponse(context.log, call, 'total');
  return { total, batches: rowsOf(first, chunks, stream.rowOf, context), isRecorded: true };
}

/** Lists that are not streamed are returned whole. */
async function readPages<T>(list: PagedList<T>): Promise<OpenedRows<T>> {
  const size = list.stream ? maxPageSize : Number.MAX_SAFE_INTEGER;
  const first = await list.read(firstRowsWindow(size));
  async function* batches() {
    let page = first;
    while (true) {
      for (let start = 0; start < page.rows.length; start += batchSize) {
        yield page.rows.slice(start, start + batchSize);
        await nextTurn();
      }
      const last = page.rows.at(-1);
      if (!page.hasNext || last === undefined) return;
      page = await list.read({ ...firstRowsWindow(size), after: page.placeOf(last) });
    }
  }
  // A page of the activity log has no total.
  return { total: list.stream?.list === 'activity' ? null : first.total, batches: batches(), isRecorded: false };
}

type Line = Record<string, unknown>;

/** Lines of a stream, in batches as they arrive, because single steps are slow. Throws if it stops or is not JSON. */
async function* linesOf(stream: Readable, context: Context): AsyncGenerator<Line[], void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of withIdleTimeout(stream)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw incompleteResponse(context.log, call, 'line');
    if (lines.length > 0) yield lines.map((line) => parsed(line, context));
    await nextTurn();
  }
}

/** Destroys a stream when no chunk comes for a while. */
export async function* withIdleTimeout(stream: Readable): AsyncGenerator<Buffer, void> {
  const chunks = stream[Symbol.asyncIterator]();
  try {
    while (true) {
      const timer = setTimeout(() => stream.destroy(new DOMException('', 'TimeoutError')), idleMs);
      const { value, done } = await chunks.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    stream.destroy();
  }
}

function parsed(line: string, { log }: Context): Line {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value)) return value;
  } catch {
    // Reported below: the parser's message quotes the row.
  }
  throw incompleteResponse(log, call, 'line');
}

/** Rows up to the end line; throws without it, so that a part never passes as whole. */
async function* rowsOf<T>(
  first: Line[],
  chunks: AsyncIterable<Line[]>,
  rowOf: (value: unknown) => T | null,
  { log }: Context,
): AsyncGenerator<T[], void> {
  let count = 0;
  for await (const lines of startingWith(first, chunks)) {
    const end = lines.findIndex((line) => line.end !== undefined && idOf(line.id) === null);
    const rows = (end === -1 ? lines : lines.slice(0, end)).map((line) => {
      const row = rowOf(line);
      if (row === null) throw incompleteResponse(log, call, 'row');
      return row;
    });
    count += rows.length;
    if (end !== -1 && integerOf(lines[end]?.end) !== count) break;
    yield rows;
    if (end !== -1) return;
  }
  throw incompleteResponse(log, call, 'end');
}

async function* startingWith<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T, void> {
  yield first;
  yield* others;
}

/** Records an export in the product API's activity log or, without the secret for it, in the log. */
export async function recordExport(
  context: Context,
  { list, organisationId, filters, rows, isCut }: ExportRecord,
): Promise<void> {
  if (!(await context.supports('extensions'))) return;
  if (context.services.settings.gatewaySecrets.length === 0) {
    context.log.warn(
      { list, organisationId, rows, isCut },
      'export not recorded in the activity log: GATEWAY_SECRET is not set',
    );
    return;
  }
  await context.api.callAside(exportsCalls.recordExport, {
    body: {
      list,
      ...(organisationId !== null && { org_id: toWireId(organisationId) }),
      filters: [...filters],
      rows,
      is_cut: isCut,
    },
  });
}

export interface ExportRecord {
  list: ListName;
  organisationId: string | null;
  filters: readonly string[];
  rows: number;
  isCut: boolean;
}
