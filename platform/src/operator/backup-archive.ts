import { createHash } from 'node:crypto';
import { StartError } from '@console/server-base/settings';
import { z } from 'zod';

/** A tar file, readable without this program: `manifest.json`, parts of pg_dump, `end.json` with a SHA-256. Without `end.json` it is cut off. */
const folder = 'console-backup/';
export const archiveStart = `${folder}manifest.json`;
const endName = `${folder}end.json`;
const partName = (number: number) => `${folder}dump.${String(number).padStart(6, '0')}`;

/** Missing in manifests of earlier releases. */
export const erasedIdsShape = z
  .array(z.strictObject({ id: z.number(), at: z.string(), created: z.string().optional(), proof: z.string() }))
  .optional();

const manifestSchema = z.strictObject({
  format: z.literal('console-backup'),
  version: z.literal(1),
  created_at: z.string(),
  release: z.string(),
  /** Value of server_version_num. */
  server: z.number(),
  migrations: z.array(z.string()).min(1),
  /** Number of rows by schema and table. */
  rows: z.record(z.string(), z.number()),
  /** Lines of ERASED_IDS when the backup began. */
  erased_ids: erasedIdsShape,
});
const endSchema = z.strictObject({ bytes: z.number(), sha256: z.string() });

export type BackupManifest = z.infer<typeof manifestSchema>;
/** Checksum of a whole backup, and bytes of its dump. */
export type BackupEnd = z.infer<typeof endSchema>;

const blockBytes = 512;
const partBytes = 8 * 1024 * 1024;
/** Enough for a hundred thousand erased users. */
const controlBytes = 16 * 1024 * 1024;
const paddingOf = (size: number) => (blockBytes - (size % blockBytes)) % blockBytes;

/** Writes the archive with one part in memory at a time. */
export async function* writeArchive(
  manifest: Omit<BackupManifest, 'format' | 'version'>,
  dump: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  const head = Buffer.from(`${JSON.stringify({ format: 'console-backup', version: 1, ...manifest }, null, 1)}\n`);
  hash.update(head);
  yield* entry(archiveStart, [head]);
  let [bytes, number] = [0, 0];
  let [part, size]: [Uint8Array[], number] = [[], 0];
  for await (const piece of dump) {
    hash.update(piece);
    bytes += piece.length;
    part.push(piece);
    size += piece.length;
    if (size < partBytes) continue;
    number += 1;
    yield* entry(partName(number), part);
    [part, size] = [[], 0];
  }
  if (size > 0) yield* entry(partName(number + 1), part);
  const end: BackupEnd = { bytes, sha256: hash.digest('hex') };
  yield* entry(endName, [Buffer.from(`${JSON.stringify(end)}\n`)]);
  yield Buffer.alloc(2 * blockBytes);
}

function* entry(name: string, contents: readonly Uint8Array[]): Generator<Uint8Array> {
  const size = contents.reduce((sum, { length }) => sum + length, 0);
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 100);
  header.write('        0', 148);
  header.write('ustar\u000000', 257);
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
    148,
  );
  yield header;
  yield* contents;
  yield Buffer.alloc(paddingOf(size));
}

class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next bytes, at most `most`; null at the end. */
  async next(most: number): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return null;
      this.#rest = value;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(most);
    return taken;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** Reads an archive and passes on the dump. Throws StartError if it is cut off, changed or not ours, at the latest at its end. */
export async function readArchive(
  { path, open }: { path: string; open(): AsyncIterable<Uint8Array> },
  {
    onManifest = () => {},
    onDump = () => {},
  }: { onManifest?: (manifest: BackupManifest) => unknown; onDump?: (bytes: Uint8Array) => unknown },
): Promise<{ manifest: BackupManifest; end: BackupEnd }> {
  const refuse = (why: string) => new StartError(`"${path}" ${why}. Nothing was changed.`);
  const reader = new ByteReader(open());
  const hash = createHash('sha256');
  let bytes = 0;
  const read = async (size: number, onBytes: (piece: Uint8Array) => unknown) => {
    for (let left = size; left > 0; ) {
      const piece = await reader.next(left);
      if (!piece) throw refuse('is incomplete');
      left -= piece.length;
      await onBytes(piece);
    }
  };
  const take = async (size: number) => {
    const pieces: Uint8Array[] = [];
    await read(size, (piece) => pieces.push(piece));
    return Buffer.concat(pieces);
  };
  /** Size of the next entry, which must have one of these names. */
  const next = async (...names: string[]) => {
    const header = await take(blockBytes);
    const [name, size] = [[0, 100] as const, [124, 135] as const].map(([from, to]) =>
      header.toString('latin1', from, to).replace(/\0.*$/s, ''),
    );
    if (!names.includes(name ?? '') || !/^[0-7]{11}$/.test(size ?? ''))
      throw refuse('is damaged or was written by a newer release');
    return { name, size: Number.parseInt(size ?? '', 8) };
  };
  const control = async <T>(size: number, schema: z.ZodType<T>, isHashed: boolean): Promise<T> => {
    if (size > controlBytes) throw refuse('is damaged');
    const text = await take(size);
    if (isHashed) hash.update(text);
    await take(paddingOf(size));
    try {
      return schema.parse(JSON.parse(text.toString()));
    } catch {
      throw refuse('is damaged or was written by a newer release');
    }
  };
  try {
    const manifest = await control((await next(archiveStart)).size, manifestSchema, true);
    await onManifest(manifest);
    for (let number = 1; ; number += 1) {
      const { name, size } = await next(partName(number), endName);
      if (name === endName) {
        const end = await control(size, endSchema, false);
        if (end.bytes !== bytes || end.sha256 !== hash.digest('hex'))
          throw refuse('is damaged or was changed after it was written');
        if ((await take(2 * blockBytes)).some((byte) => byte !== 0) || (await reader.next(1)))
          throw refuse('has extra data after its end');
        return { manifest, end };
      }
      await read(size, async (piece) => {
        hash.update(piece);
        bytes += piece.length;
        await onDump(piece);
      });
      await take(paddingOf(size));
    }
  } finally {
    await reader.close();
  }
}
