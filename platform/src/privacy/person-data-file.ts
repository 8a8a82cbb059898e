import { Readable } from 'node:stream';
import { personTables } from '@console/contract/person-data';
import type { Kysely } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import { headingOf, withHeadings } from './headings.ts';
import { type CopiedPerson, personRows } from './person-rows.ts';

const leftOut = Object.fromEntries(
  Object.entries(personTables).flatMap(([table, { rows, leftOut }]) => {
    const reasons = Object.entries(leftOut).map(([reason, columns]) => [reason, columns.map(headingOf)]);
    return reasons.length > 0 ? [[headingOf(rows[0]?.as ?? table), Object.fromEntries(reasons)]] : [];
  }),
);

/** The copy as one JSON object, which a person can read. `authorize` throws if its reader may no longer have it. */
export function personDataFile(
  db: Kysely<Database>,
  person: CopiedPerson,
  madeAt: Date,
  authorize: () => Promise<void>,
): Readable {
  async function* texts() {
    const covers = person.organisationId === null ? 'all organisations' : `organisation ${person.organisationId}`;
    yield `{\n"about": ${JSON.stringify({ Person: person.id, Covers: covers, 'Made at': madeAt, 'Left out': leftOut })}`;
    for (const [table, { rows }] of Object.entries(personTables))
      for (const kind of rows) {
        let separator = `,\n${JSON.stringify(headingOf(kind.as))}: [\n`;
        for await (const part of personRows(db, table, kind, person)) {
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
