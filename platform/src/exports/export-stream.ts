import { Readable } from 'node:stream';
import { inOrderOf } from '../core/database/list.ts';

const batch = 500;
const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

/** The lines of an export. Each batch of rows is a statement of its own, so that a slow reader holds no snapshot that vacuum would wait for. `record` is called once: at the end, or when the reader has gone. */
export function exportStream(
  { ids, read }: { ids: Int32Array; read: (ids: number[]) => Promise<{ id: number }[]> },
  limit: number,
  record: (rows: number, isCut: boolean) => Promise<unknown>,
  onUnrecorded: (error: unknown) => void,
): Readable {
  async function* lines() {
    yield lineOf({ total: ids.length });
    if (ids.length > limit) return;
    let written = 0;
    let isWhole = false;
    try {
      for (let start = 0; start < ids.length; start += batch) {
        const wanted = Array.from(ids.subarray(start, start + batch));
        const rows = inOrderOf(wanted, await read(wanted));
        yield rows.map(lineOf).join('');
        written += rows.length;
      }
      await record(written, false);
      isWhole = true;
      yield lineOf({ end: written });
    } finally {
      if (!isWhole) await record(written, true).catch(onUnrecorded);
    }
  }
  return Readable.from(lines(), { objectMode: false, highWaterMark: 1 });
}
