import '@mantine/core/styles/Progress.css';
import { Button, Group, Progress, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { failureFromBody, failureFromErrors, toFailure } from './failure.ts';
import { saveFile } from './saveFile.ts';
import { alertStore, reportFailure, showSuccess } from './toasts.tsx';

interface DownloadOptions {
  headers: Record<string, string>;
  /** Aborts the download when the session ends. */
  signal: AbortSignal;
  fileName: string;
}

/** The progress of a download; the total is unknown where the server does not count the rows. */
interface Received {
  bytes: number;
  rows: number | null;
  total: number | null;
}

const stepMs = 200;
const brokenOff = 'The download was interrupted and no file was saved. Export the list again.';

/** Downloads a file into memory and saves it once it is complete. A message shows the progress and can cancel the download. */
export async function downloadFile(path: string, { headers, signal, fileName }: DownloadOptions): Promise<void> {
  const cancel = new AbortController();
  const id = randomId();
  const show = (received: Received) => {
    const message = <DownloadProgress fileName={fileName} received={received} onCancel={() => cancel.abort()} />;
    const shown = { id, role: 'status', autoClose: false, withCloseButton: false, withBorder: true, message };
    const isShown = alertStore.getState().notifications.some((one) => one.id === id);
    notifications[isShown ? 'update' : 'show'](shown, alertStore);
  };
  try {
    show({ bytes: 0, rows: null, total: null });
    const both = AbortSignal.any([signal, cancel.signal]);
    const { file, rows } = await readFile(path, { headers, signal: both }, show);
    saveFile(file, fileName);
    showSuccess(rows === null ? `${fileName} was saved.` : `${fileName} was saved (${formatRows(rows)}).`);
  } catch (error) {
    if (!signal.aborted && !cancel.signal.aborted) reportFailure(toFailure(error));
  } finally {
    notifications.hide(id, alertStore);
  }
}

async function readFile(path: string, options: RequestInit, onProgress: (received: Received) => void) {
  const answer = await fetch(path, { ...options, credentials: 'same-origin' });
  if (!answer.ok || !answer.body) throw failureFromBody(await answer.text());
  const type = answer.headers.get('content-type') ?? '';
  const counted = answer.headers.get('x-export-rows');
  const total = counted === null ? null : Number(counted);
  const counter = type.startsWith('text/csv') ? new RowCounter() : null;
  const parts: Blob[] = [];
  let [bytes, shownAt] = [0, 0];
  const reader = answer.body.getReader();
  while (true) {
    // The received part is discarded: it is never saved as if it were the whole file.
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      throw failureFromErrors([{ message: brokenOff }]);
    });
    if (done) break;
    bytes += value.byteLength;
    counter?.add(value);
    parts.push(new Blob([value]));
    if (performance.now() - shownAt < stepMs) continue;
    shownAt = performance.now();
    onProgress({ bytes, rows: counter?.rows ?? null, total });
  }
  return { file: new Blob(parts, { type }), rows: total };
}

/** Counts the rows of a CSV file after its headings, chunk by chunk. */
class RowCounter {
  #lines = 0;
  #isQuoted = false;

  add(bytes: Uint8Array): void {
    for (const byte of bytes)
      if (byte === 0x22) this.#isQuoted = !this.#isQuoted;
      else if (byte === 0x0a && !this.#isQuoted) this.#lines += 1;
  }

  get rows(): number {
    return Math.max(0, this.#lines - 1);
  }
}

const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const formatRows = (rows: number): string => `${numbers.format(rows)} ${rows === 1 ? 'row' : 'rows'}`;

const textOf = ({ bytes, rows, total }: Received): string => {
  if (bytes === 0) return 'Starting…';
  if (rows !== null && total !== null) return `${numbers.format(rows)} of ${formatRows(total)}`;
  return rows === null ? `${numbers.format(bytes / 1_000_000)} MB` : formatRows(rows);
};

interface DownloadProgressProps {
  fileName: string;
  received: Received;
  onCancel: () => void;
}

/** Screen readers announce the start only; users read the progress when they move to it. */
function DownloadProgress({ fileName, received, onCancel }: DownloadProgressProps) {
  const { rows, total } = received;
  const share = rows !== null && total ? Math.min(100, (100 * rows) / total) : null;
  return (
    <>
      <Text size="sm" truncate>
        Exporting {fileName}
      </Text>
      <div aria-live="off">
        <Progress.Root size="sm" my={6}>
          <Progress.Section
            value={share ?? 100}
            striped={share === null}
            animated={share === null}
            aria-label={`Export of ${fileName}`}
            {...(share === null && { 'aria-valuenow': undefined, 'aria-valuetext': textOf(received) })}
          />
        </Progress.Root>
        <Group justify="space-between" wrap="nowrap">
          <Text size="xs" c="dimmed">
            {textOf(received)}
          </Text>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </div>
    </>
  );
}
