import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform({ newDatabase: true });
const pages = fileURLToPath(new URL('../../../docs/operating', import.meta.url));

/** Statements that an operator pastes: lines of SQL, and arguments of `psql --command`. */
function statementsOf(page: string): string[] {
  const lines = page.matchAll(/^ {4,}((?:select|insert|update|delete|alter|reindex) .*;)$/gm);
  const given = page.matchAll(/--command=(['"])([\s\S]*?)\1/g);
  return [...lines, ...given].map((match) => match.at(-1) ?? '');
}

test('GUIDE-1 every statement of the operator’s pages runs on the tables of this release', async () => {
  const { db } = platform;
  await platform.signIn('orgA');
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const found = globSync('*.md', { cwd: pages }).flatMap((page) =>
    statementsOf(readFileSync(join(pages, page), 'utf8')),
  );
  expect(found.length).toBeGreaterThan(7);
  for (const text of found) {
    const statement = sql.raw(text.replace(/ console(?= |$)/, ` ${rows[0]?.name}`)).execute(db);
    await expect(statement, text).resolves.toBeDefined();
  }
  const left = await db.selectFrom('session').select('id').where('ended_at', 'is', null).execute();
  expect(left).toEqual([]);
});
