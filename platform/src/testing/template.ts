import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely } from 'kysely';
import { migrate } from '../core/database/migrate.ts';
import { EmbeddedDialect } from '../core/database/migration-dialect.ts';
import { startPglite } from '../core/database/pglite.ts';
import type { Database } from '../core/database/schema.ts';
import { seedDemo } from '../demo/demo.ts';
import { demoNow } from './demo-now.ts';

const folder = join(import.meta.dirname, '../../../.state');

/** The dumped databases: migrated and empty, and with the demo data. */
export const templateFiles = { empty: join(folder, 'template.tar'), demo: join(folder, 'template-demo.tar') };

/** vitest globalSetup: creates the template databases once for all test files. */
export async function setup(): Promise<void> {
  const pglite = await startPglite();
  const db = new Kysely<Database>({ dialect: new EmbeddedDialect({ pglite }) });
  await migrate(db);
  await dump(pglite, templateFiles.empty);
  await insertDemoData(db);
  await dump(pglite, templateFiles.demo);
  await db.destroy();
}

/** Inserts the demo data as of `demoNow`. */
export const insertDemoData = (db: Kysely<Database>): Promise<boolean> => seedDemo(db, { clock: () => demoNow });

// Several runs may write at the same time, so each file is renamed into place.
async function dump(pglite: PGlite, file: string): Promise<void> {
  const tar = await pglite.dumpDataDir('none');
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await tar.arrayBuffer()));
  await rename(unfinished, file);
}
