import { open, rename, rm } from 'node:fs/promises';
import { StartError, systemErrorReason } from '@console/server-base/settings';
import { type Kysely, sql } from 'kysely';
import type { PlatformSettings } from '../core/base/settings.ts';
import { type Database, tables } from '../core/database/schema.ts';
import type { Table } from '../core/database/table.ts';
import { leadsTo } from '../privacy/row-path.ts';
import { withoutLimits } from './dump-database.ts';
import { fromHere } from './from-here.ts';
import { openEmbeddedData, openServerData } from './open-data-folder.ts';

const rowsAtOnce = 200;
type Row = Record<string, unknown>;

/** Writes a consistent snapshot of an organisation's rows and files, without secrets, as JSON lines. */
export async function exportOrganisation(args: string[], settings: PlatformSettings): Promise<string> {
  const [id = '', given, ...rest] = args;
  if (!/^[1-9]\d{0,8}$/.test(id) || !given || given.startsWith('-') || rest.length > 0)
    throw new StartError('Usage: export-organisation ID FILE');
  const path = fromHere(given);
  const data = settings.databaseUrl
    ? await openServerData(settings.databaseUrl)
    : await openEmbeddedData(settings.dataDir);
  try {
    const { rows, name } = await writeFile(path, (write) => writeOrganisation(data.db, Number(id), write));
    return `Exported ${rows} rows of ${name} to ${path}, without passwords, keys and other secrets. The file has personal data. Store it safely.\n`;
  } finally {
    await data.close();
  }
}

type Write = (line: object) => Promise<unknown>;

/** Writes next to the path and moves the whole file. Existing files are not replaced. */
async function writeFile<T>(path: string, work: (write: Write) => Promise<T>): Promise<T> {
  const reserved = await open(path, 'wx', 0o600).catch((error) => {
    throw new StartError(`"${path}" cannot be written: ${systemErrorReason(error)}.`);
  });
  await reserved.close();
  const partial = `${path}.partial`;
  try {
    const file = await open(partial, 'w', 0o600);
    try {
      const result = await work((line) => file.write(`${JSON.stringify(line)}\n`));
      await file.sync();
      await rename(partial, path);
      return result;
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(partial, { force: true });
    await rm(path, { force: true });
    throw error;
  }
}

/** Lines: the organisation, each row with its table, and last the number of rows. */
export const writeOrganisation = (db: Kysely<Database>, id: number, write: Write) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await withoutLimits(trx);
      const organisation = await trx.selectFrom('ent_org').select('brandname').where('id', '=', id).executeTakeFirst();
      if (!organisation) throw new StartError(`There is no organisation with the ID ${id}.`);
      const name = organisation.brandname;
      await write({ format: 'console organisation', version: 1, id, name, exported_at: new Date() });
      let rows = 0;
      for (const [table, { organisation, columns }] of Object.entries(tables)) {
        if (organisation.length === 0) continue;
        for await (const some of rowsOf(
          trx,
          table,
          organisation.map((path) => leadsTo(path, id)),
        ))
          for (const row of some) {
            await write({ table, row: readable(row, columns) });
            rows += 1;
          }
      }
      await write({ end: rows });
      return { rows, name };
    });

/** Uses a cursor: a table can exceed the memory, and not every table has a column to page by. */
async function* rowsOf(
  trx: Kysely<Database>,
  table: string,
  conditions: ReturnType<typeof leadsTo>[],
): AsyncGenerator<Row[]> {
  const cursor = sql.id(`export_${table}`);
  const where = sql.join(conditions, sql` or `);
  await sql`declare ${cursor} no scroll cursor for select * from ${sql.table(table)} as t where ${where}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from ${cursor}`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close ${cursor}`.execute(trx);
}

/** A row without secrets; bytes in base64. */
const readable = (row: Row, columns: Table['columns']): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => {
      // A column of a later release may be a secret.
      if (!columns[column]?.isExported) return [];
      if (columns[column].hasSecretPath) return [[column, new URL(String(value)).origin]];
      return [[column, value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value]];
    }),
  );
