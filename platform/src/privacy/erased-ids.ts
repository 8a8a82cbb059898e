import { open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '@console/server-base/settings';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { isUnproven } from '../core/access/unproven-users.ts';
import type { Pepper } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';

const lineSchema = z.strictObject({
  id: z.int().positive(),
  at: z.iso.datetime(),
  /** Creation of the user's row: a restored database can give the id to another person. Missing in earlier lines. */
  created: z.iso.datetime().optional(),
  /** True if the erasure was rolled back. */
  withdrawn: z.literal(true).optional(),
  proof: z.string(),
});
export type ErasedId = z.infer<typeof lineSchema>;

const textOf = ({ id, at, created, withdrawn }: Omit<ErasedId, 'proof'>) =>
  `erased user ${id} ${at}${created ? ` created ${created}` : ''}${withdrawn ? ' withdrawn' : ''}`;

/** A line of ERASED_IDS. Its keyed hash proves that this console wrote it, so that no one else can have a person erased. */
export const erasedId = (pepper: Pepper, given: Omit<ErasedId, 'proof'>): ErasedId => ({
  ...given,
  proof: pepper.hash(textOf(given)),
});

/** Lines from the database; none in one of an earlier release. */
export async function readErasedLines(db: Kysely<Database>): Promise<ErasedId[]> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('erased_user') is not null as found`.execute(db);
  if (!rows[0]?.found) return [];
  const erased = await db.selectFrom('erased_user').selectAll().orderBy('erased_at').execute();
  return erased.map(({ ent_usr_id: id, erased_at, created_at, proof }) => ({
    id,
    at: erased_at.toISOString(),
    created: created_at?.toISOString(),
    proof,
  }));
}

/** Platforms that share the file write in turn. The lock is shorter than the transaction, which can wait for another erasure. */
async function withFileLock<T>(trx: Transaction<Database>, work: () => Promise<T>): Promise<T> {
  await sql`select pg_advisory_lock(hashtext('ERASED_IDS'))`.execute(trx);
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(hashtext('ERASED_IDS'))`.execute(trx);
  }
}

/** Appends all lines or none, and syncs them to the disk before the erasure commits. */
export const appendErasedIds = (trx: Transaction<Database>, path: string, lines: readonly ErasedId[]): Promise<void> =>
  withFileLock(trx, async () => {
    const file = await open(path, 'a+', 0o600);
    try {
      const bytes = await file.readFile();
      // An operator command of root can create the file. The account of the platform has the folder.
      if (process.getuid?.() === 0 && (await file.stat()).uid === 0) {
        const { uid, gid } = await stat(dirname(path));
        await file.chown(uid, gid);
      }
      // A line without its end was cut off before its erasure committed. It would damage the next one.
      const end = bytes.lastIndexOf('\n') + 1;
      if (end < bytes.length) await file.truncate(end);
      try {
        await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
        await file.sync();
      } catch (error) {
        await file.truncate(end).catch(() => {});
        throw error;
      }
    } finally {
      await file.close();
    }
  });

/** Erasures of a file without withdrawn ones; none without a file. Throws StartError for a line of another console. */
export async function readErasedIds(path: string, pepper: Pepper): Promise<ErasedId[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new StartError(`ERASED_IDS "${path}" cannot be read: ${error.message}.`);
  });
  const lines = text.split('\n');
  // An incomplete last line is ignored: see appendErasedIds.
  lines.pop();
  const erased = new Map<string, ErasedId>();
  for (const [index, line] of lines.entries()) {
    const given = parseLine(line);
    if (!given || !pepper.matches(textOf(given), given.proof))
      throw new StartError(
        `Line ${index + 1} of ERASED_IDS "${path}" is damaged, or was written with another PLATFORM_SECRET. Use the secret that the file was written with. If it is in use, repair the line (docs/operating/backup.md, "Repair ERASED_IDS").`,
      );
    const erasure = `${given.id} ${given.at}`;
    if (given.withdrawn) erased.delete(erasure);
    else erased.set(erasure, given);
  }
  return [...erased.values()];
}

function parseLine(line: string): ErasedId | null {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Signs the lines of file and database with the newest secret, before the earlier one is removed. */
export async function renewErasedIds(db: Kysely<Database>, path: string, pepper: Pepper): Promise<void> {
  for (const { proof: earlier, ...given } of await readErasedLines(db)) {
    const { id, proof } = erasedId(pepper, given);
    const signed = db.updateTable('erased_user').set({ proof }).where('ent_usr_id', '=', id);
    if (proof !== earlier && pepper.matches(textOf(given), earlier)) await signed.execute();
  }
  await db.transaction().execute((trx) => withFileLock(trx, () => renewFile(path, pepper)));
}

async function renewFile(path: string, pepper: Pepper): Promise<void> {
  const erased = await readErasedIds(path, pepper);
  const renewed = erased.map(({ proof: _, ...given }) => erasedId(pepper, given));
  if (renewed.every(({ proof }, place) => proof === erased[place]?.proof)) return;
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(renewed.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Moves the sequence of user ids beyond those of the file, which a restored database would give again. */
export async function skipErasedIds(db: Kysely<Database>, erased: readonly ErasedId[]): Promise<void> {
  await sql`select setval('ent_usr_id_seq', max(id)) from unnest(${erased.map(({ id }) => id)}::int[]) as id
    having max(id) > (select last_value from ent_usr_id_seq)`.execute(db);
}

interface FoundUser {
  id: number;
  created_at: Date;
  is_unproven: boolean;
}

/** Users that an older database has not erased. A person without a row has no data in it. */
export async function findUnerased(db: Kysely<Database>, erased: readonly ErasedId[]): Promise<ErasedId[]> {
  if (erased.length === 0) return [];
  const byId = Map.groupBy(erased, ({ id }) => id);
  const { rows } = await sql<FoundUser>`select id, created_at, ${isUnproven} as is_unproven from ent_usr
    where id = any(${[...byId.keys()]}::int[]) and erased_at is null order by id`.execute(db);
  return rows.flatMap((user) => byId.get(user.id)?.findLast((line) => isSamePerson(line, user)) ?? []);
}

/** Whether a row belongs to the line, and not to a person who got the id after a restore. */
function isSamePerson({ at, created }: ErasedId, { created_at, is_unproven }: FoundUser): boolean {
  if (created === undefined) return created_at <= new Date(at);
  // Taking over an unproven user resets the time: the row may be older.
  return is_unproven ? created_at <= new Date(created) : created_at.getTime() === Date.parse(created);
}

/** Throws StartError if the database is older than the file, so that erased data is not used. If erasures are ignored, only moves the sequence. */
export async function requireErased(
  db: Kysely<Database>,
  path: string,
  pepper: Pepper,
  { isIgnored = false } = {},
): Promise<void> {
  const erased = await readErasedIds(path, pepper).catch((error) => {
    if (isIgnored) return [];
    throw error;
  });
  await skipErasedIds(db, erased);
  if (isIgnored) return;
  const missing = await findUnerased(db, erased);
  if (missing.length === 0) return;
  const users = missing.length === 1 ? '1 user who was' : `${missing.length} users who were`;
  throw new StartError(
    `The database is older than ERASED_IDS "${path}": it has ${users} erased later. Run erase-again with this file, or start with --ignore-erasures.`,
  );
}
