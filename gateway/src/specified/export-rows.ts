import type { Readable } from 'node:stream';
import { type ExportListName, exportsCalls } from '@console/contract/calls/exports';
import type { Context } from '../core/context.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { firstRowsWindow, maxPageSize, type PagedList } from '../product-api/paging.ts';
import { idOf, integerOf, isRecord, toWireId } from '../product-api/shape.ts';

const call = exportsCalls.exportRows;
const longestLine = 4 * 1024 * 1024;
/** A stream that brings nothing for this long, while its reader waits, has failed. */
const idleMs = 30_000;

/** The rows of a list for a file. */
export interface OpenedRows<T> {
  /** Null where the product API does not count them. */
  total: number | null;
  batches: AsyncIterable<T[]>;
  /** The product API has the export in its activity. */
  isRecorded: boolean;
}

interface ExportOptions {
  limit: number;
  /** The same text opens no second stream. */
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
  if (!stream || !(await context.supports('exports'))) return readPages(list);
  const body = { list: stream.list, query: { ...stream.query }, limit, once };
  const lines = linesOf(await context.api.stream(call, { body }, signal), context);
  const head = await lines.next();
  const total = head.done ? null : integerOf(head.value.total);
  if (total === null) throw incompleteResponse(context.log, call, 'total');
  return { total, batches: rowsOf(lines, stream.rowOf, context), isRecorded: true };
}

/** Each list that is not streamed is read whole at once: it is answered so. */
async function readPages<T>(list: PagedList<T>): Promise<OpenedRows<T>> {
  const size = list.stream ? maxPageSize : Number.MAX_SAFE_INTEGER;
  const first = await list.read(firstRowsWindow(size));
  async function* batches() {
    let page = first;
    while (true) {
      yield [...page.rows];
      const last = page.rows.at(-1);
      if (!page.hasNext || last === undefined) return;
      page = await list.read({ ...firstRowsWindow(size), after: page.placeOf(last) });
    }
  }
  // A page of the activity does not say how many events there are.
  return { total: list.stream?.list === 'activity' ? null : first.total, batches: batches(), isRecorded: false };
}

/** The lines of a stream; throws where it stops or is no JSON. */
async function* linesOf(stream: Readable, context: Context): AsyncGenerator<Record<string, unknown>, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of withIdleTimeout(stream)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw incompleteResponse(context.log, call, 'line');
    for (const line of lines) yield parsed(line, context);
  }
}

async function* withIdleTimeout(stream: Readable): AsyncGenerator<Buffer, void> {
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

function parsed(line: string, { log }: Context): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value)) return value;
  } catch {
    // Reported below: the parser's message quotes the row.
  }
  throw incompleteResponse(log, call, 'line');
}

const batch = 500;

/** The rows up to the line that ends them; throws without it, so that a part is never taken for the whole. */
async function* rowsOf<T>(
  lines: AsyncGenerator<Record<string, unknown>, void>,
  rowOf: (value: unknown) => T | null,
  { log }: Context,
): AsyncGenerator<T[], void> {
  let rows: T[] = [];
  let count = 0;
  for await (const line of lines) {
    if (line.end !== undefined && idOf(line.id) === null) {
      if (integerOf(line.end) !== count) break;
      yield rows;
      return;
    }
    const row = rowOf(line);
    if (row === null) throw incompleteResponse(log, call, 'row');
    count += 1;
    rows.push(row);
    if (rows.length < batch) continue;
    yield rows;
    rows = [];
  }
  throw incompleteResponse(log, call, 'end');
}

/** Adds an export that was written here to the activity of the product API, if it has one. */
export async function recordExport(
  context: Context,
  { list, organisationId, filters, rows, isCut }: ExportRecord,
): Promise<void> {
  if (!(await context.supports('exports'))) return;
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
  list: ExportListName;
  organisationId: string | null;
  filters: readonly string[];
  rows: number;
  isCut: boolean;
}
