import { type FileHandle, open, stat } from 'node:fs/promises';
import { StartError } from '@console/server-base/settings';
import { type AuditEvents, type AuditOutput, FinalError } from './audit-receiver.ts';
import { syslogOutput } from './syslog-output.ts';

/** The output of exactly one option. Throws StartError with the usage. */
export function auditOutputOf(
  { file, syslog, stdout }: { file?: string | undefined; syslog?: string | undefined; stdout?: boolean | undefined },
  usage: string,
): AuditOutput {
  const named = [file !== undefined, syslog !== undefined, stdout === true].filter(Boolean);
  if (named.length !== 1) throw new StartError(usage);
  if (file !== undefined) return fileOutput(file);
  return syslog === undefined ? stdoutOutput() : syslogOutput(syslog);
}

const textOf = (events: AuditEvents): string => events.map(({ line }) => `${line}\n`).join('');

/** Appends to a file of mode 0600; after a rotation to the new file. */
function fileOutput(path: string): AuditOutput {
  let file: FileHandle | null = null;
  const close = async () => {
    const old = file;
    file = null;
    await old?.close();
  };
  let mustReopen = false;
  const current = async (): Promise<FileHandle> => {
    if (file && (mustReopen || !(await isSameFile(file, path)))) await close();
    mustReopen = false;
    file ??= await openForLines(path);
    return file;
  };
  return {
    async write(events) {
      const handle = await current();
      try {
        await handle.appendFile(textOf(events));
        await handle.datasync();
      } catch (error) {
        // Ends a partial line when the file is opened again.
        await close().catch(() => {});
        throw error;
      }
    },
    reopen: () => {
      mustReopen = true;
    },
    close,
  };
}

async function isSameFile(file: FileHandle, path: string): Promise<boolean> {
  const [own, there] = await Promise.all([file.stat(), stat(path).catch(() => null)]);
  return there !== null && own.ino === there.ino && own.dev === there.dev;
}

async function openForLines(path: string): Promise<FileHandle> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    if (size > 0 && last.toString() !== '\n') await file.appendFile('\n');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Writes to standard output. Without a reader the command ends: it cannot be reopened. */
function stdoutOutput(): AuditOutput {
  process.stdout.on('error', () => {});
  return {
    write: (events) =>
      new Promise((resolve, reject) => {
        process.stdout.write(textOf(events), (error) =>
          error ? reject(new FinalError(`Standard output is closed: ${error.message}.`)) : resolve(),
        );
      }),
    reopen() {},
    close: async () => {},
  };
}
