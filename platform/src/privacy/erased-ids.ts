import { open, readFile, rename } from 'node:fs/promises';
import { StartError } from '@console/contract/settings';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Pepper } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';

const lineSchema = z.strictObject({
  id: z.int().positive(),
  at: z.iso.datetime(),
  /** The erasure was rolled back. */
  withdrawn: z.literal(true).optional(),
  proof: z.string(),
});
export type ErasedId = z.infer<typeof lineSchema>;

const textOf = ({ id, at, withdrawn }: Omit<ErasedId, 'proof'>) =>
  `erased user ${id} ${at}${withdrawn ? ' withdrawn' : ''}`;

/** A line of ERASED_IDS. The keyed hash says that this console has written it: no one else can have a person erased by it. */
export const erasedId = (pepper: Pepper, given: Omit<ErasedId, 'proof'>): ErasedId => ({
  ...given,
  proof: pepper.hash(textOf(given)),
});

/** The lines as the database has them; none in a database of an earlier release. */
export async function readErasedLines(db: Kysely<Database>): Promise<ErasedId[]> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('erased_user') is not null as found`.execute(db);
  if (!rows[0]?.found) return [];
  const erased = await db.selectFrom('erased_user').selectAll().orderBy('erased_at').execute();
  return erased.map(({ ent_usr_id: id, erased_at, proof }) => ({ id, at: erased_at.toISOString(), proof }));
}

/** Adds a line and has it on the disk when it returns: the erasure commits after it. */
export async function appendErasedId(path: string, line: ErasedId): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.write(`${JSON.stringify(line)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The erasures in a file, without those that were withdrawn; none if there is no file. Throws StartError for a line that this console has not written. */
export async function readErasedIds(path: string, pepper: Pepper): Promise<Map<number, ErasedId>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new StartError(`ERASED_IDS "${path}" cannot be read: ${error.message}.`);
  });
  const lines = text.split('\n');
  // A line without its end was cut off before its erasure committed.
  lines.pop();
  const erased = new Map<number, ErasedId>();
  for (const [index, line] of lines.entries()) {
    const given = parseLine(line);
    if (!given || !pepper.matches(textOf(given), given.proof))
      throw new StartError(
        `Line ${index + 1} of ERASED_IDS "${path}" was not written with this PLATFORM_SECRET, or was changed. Use the secret that the file was written with.`,
      );
    if (given.withdrawn) erased.delete(given.id);
    else erased.set(given.id, given);
  }
  return erased;
}

function parseLine(line: string): ErasedId | null {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Signs the lines of the file and of the database with the newest secret, so that they stay valid when the earlier one is removed. */
export async function renewErasedIds(db: Kysely<Database>, path: string, pepper: Pepper): Promise<void> {
  for (const { proof: earlier, ...given } of await readErasedLines(db)) {
    const { id, proof } = erasedId(pepper, given);
    const signed = db.updateTable('erased_user').set({ proof }).where('ent_usr_id', '=', id);
    if (proof !== earlier && pepper.matches(textOf(given), earlier)) await signed.execute();
  }
  const erased = [...(await readErasedIds(path, pepper)).values()];
  const renewed = erased.map((line) => erasedId(pepper, { id: line.id, at: line.at }));
  if (renewed.every(({ proof }, place) => proof === erased[place]?.proof)) return;
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.write(renewed.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Those that a database does not have erased: it is older than the file. A person who is not in it has no data in it. */
export async function findUnerased(db: Kysely<Database>, erased: ReadonlyMap<number, ErasedId>): Promise<ErasedId[]> {
  if (erased.size === 0) return [];
  const { rows } = await sql<{ id: number }>`select id from ent_usr
    where id = any(${[...erased.keys()]}::int[]) and erased_at is null order by id`.execute(db);
  return rows.flatMap(({ id }) => erased.get(id) ?? []);
}

/** Throws StartError if the database is older than the file, so that no one reads or writes what was erased. */
export async function requireErased(db: Kysely<Database>, path: string, pepper: Pepper): Promise<void> {
  const missing = await findUnerased(db, await readErasedIds(path, pepper));
  if (missing.length === 0) return;
  const users = missing.length === 1 ? '1 user who was' : `${missing.length} users who were`;
  throw new StartError(
    `The database is older than ERASED_IDS "${path}": it has ${users} erased since. Run erase-again with this file, or start with --ignore-erasures.`,
  );
}
