import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { type Database, tables } from '../core/database/schema.ts';
import { headingOf, withHeadings } from './headings.ts';
import { type CopiedPerson, kindsOf, leftOutOf, personRows } from './person-rows.ts';

const leftOut = Object.fromEntries(
  Object.entries(tables).flatMap(([name, table]) => {
    const reasons = Map.groupBy(leftOutOf(table), ({ reason }) => reason);
    const headings = Array.from(reasons, ([reason, columns]) => [reason, columns.map(({ name }) => headingOf(name))]);
    const [first] = kindsOf(table);
    return headings.length > 0 ? [[headingOf(first?.as ?? name), Object.fromEntries(headings)]] : [];
  }),
);

/** The copy as one readable JSON object. `authorize` throws once its reader is no longer allowed to have it. */
export function personDataFile(
  db: Kysely<Database>,
  person: CopiedPerson,
  madeAt: Date,
  authorize: () => Promise<void>,
): Readable {
  async function* texts() {
    const covers = person.organisationId === null ? 'all organisations' : `organisation ${person.organisationId}`;
    yield `{\n"about": ${JSON.stringify({ Person: person.id, Covers: covers, 'Made at': madeAt, 'Left out': leftOut })}`;
    for (const [name, table] of Object.entries(tables))
      for (const kind of kindsOf(table)) {
        let separator = `,\n${JSON.stringify(headingOf(kind.as))}: [\n`;
        for await (const part of personRows(db, name, kind, person)) {
          await authorize();
          yield separator + part.map((row) => JSON.stringify(withHeadings(row))).join(',\n');
          separator = ',\n';
        }
        if (separator === ',\n') yield '\n]';
      }
    yield '\n}\n';
  }
  return Readable.from(texts(), { objectMode: false, highWaterMark: 1 });
}
