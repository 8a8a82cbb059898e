import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { type Kysely, sql } from 'kysely';
import { type Database, tables } from '../core/database/schema.ts';
import { type Table, unusablePassword } from '../core/database/table.ts';
import { readErasedLines } from '../privacy/erased-ids.ts';
import { backUpRows, type TableRows } from './backup-file.ts';

interface Column {
  table: string;
  name: string;
}

const rowsAtOnce = 500;
/** Rows contain images, so several need much memory. */
const filesAtOnce = 20;

/** Writes a consistent snapshot of all rows to `write`, as a backup. Returns their number. */
export const writeBackup = (
  db: Kysely<Database>,
  { hasSecrets, signal }: { hasSecrets: boolean; signal: AbortSignal | undefined },
  write: (contents: AsyncIterable<Uint8Array>) => Promise<unknown>,
): Promise<number> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const migrations = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx);
      const sequences = await sql<{ name: string; last: number }>`
        select sequencename as name, last_value as last from pg_sequences
        where schemaname = 'public' and last_value is not null`.execute(trx);
      const header = {
        created_at: new Date().toISOString(),
        has_secrets: hasSecrets,
        migrations: migrations.rows.map(({ name }) => name),
        sequences: Object.fromEntries(sequences.rows.map(({ name, last }) => [name, Number(last)])),
        erased_ids: await readErasedLines(trx),
      };
      const password = await hash(randomBytes(32));
      let count = 0;
      const onRows = (rows: number) => {
        count += rows;
      };
      await write(backUpRows(header, counted(readTables(trx, { hasSecrets, signal, password }), onRows)));
      return count;
    });

async function* counted(contents: AsyncIterable<TableRows>, onRows: (count: number) => void) {
  for await (const one of contents) {
    onRows(one.rows.length);
    yield one;
  }
}

interface Options {
  hasSecrets: boolean;
  signal: AbortSignal | undefined;
  password: string;
}

async function* readTables(trx: Kysely<Database>, options: Options): AsyncGenerator<TableRows> {
  const { rows: columns } = await sql<Column>`
    select relname as table, attname as name from pg_attribute
    inner join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
      and attnum > 0 and not attisdropped and attgenerated = ''
    order by relname, attnum`.execute(trx);
  for (const [table, of] of Map.groupBy(columns, (column) => column.table)) {
    const declared = (tables as Readonly<Record<string, Table>>)[table];
    if (!declared) throw new Error(`The table ${table} is not declared.`);
    // A column of a later release may be a secret.
    const names = of.flatMap(({ name }) => (options.hasSecrets || declared.columns[name] ? [name] : []));
    const { rows } = declared.backup;
    if (rows === 'all' || (rows === 'with-secrets' && options.hasSecrets))
      yield* readTable(trx, { ...options, table, names, declared });
  }
}

async function* readTable(
  trx: Kysely<Database>,
  { table, names, declared, ...options }: Options & { table: string; names: string[]; declared: Table },
): AsyncGenerator<TableRows> {
  const { hasSecrets, signal, password } = options;
  const { columns: all, backup } = declared;
  const withoutSecrets: Record<string, string> = {};
  for (const [name, { isSecret, hasSecretPath }] of Object.entries(all)) {
    if (isSecret) withoutSecrets[name] = 'null';
    if (hasSecretPath) withoutSecrets[name] = `substring(${name} from '^[a-z]+://[^/?#]*')`;
  }
  const replaced: Readonly<Record<string, string>> = {
    ...backup.always,
    ...(!hasSecrets && { ...withoutSecrets, ...backup.withoutSecrets }),
  };
  const columns = names.map((name) => {
    const expression = replaced[name]?.replace(unusablePassword, `'${password}'`);
    return sql`${expression === undefined ? sql.ref(name) : sql.raw(expression)} as ${sql.ref(name)}`;
  });
  const where = (!hasSecrets && backup.rowsWithoutSecrets) || 'true';
  await sql`declare backup_rows cursor for
    select row_to_json(one)::text as line
    from (select ${sql.join(columns)} from ${sql.table(table)} where ${sql.raw(where)}) one`.execute(trx);
  yield { table, columns: names, rows: [] };
  for (;;) {
    const size = table === 'stored_file' ? filesAtOnce : rowsAtOnce;
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(size)} from backup_rows`.execute(trx);
    signal?.throwIfAborted();
    if (rows.length === 0) break;
    yield { table, columns: names, rows: rows.map(({ line }) => line) };
  }
  await sql`close backup_rows`.execute(trx);
}
