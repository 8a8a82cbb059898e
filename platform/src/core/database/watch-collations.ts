import type { ServerMetrics } from '@console/server-base/metrics';
import type { Kysely } from 'kysely';
import { findChangedCollations } from './collation-version.ts';
import type { Database } from './schema.ts';

/** Only a restored backup rebuilds the indexes of the embedded database. */
const embeddedRepair = ['back up', 'restore the backup, which builds the indexes again'];

/** Checks whether the machine's libraries sort like the indexes; reports the repair once, and again after a change. */
export function watchCollations(
  db: Kysely<Database>,
  log: { warn(fields: object, text: string): void },
  { metrics, isEmbedded }: { metrics: ServerMetrics | undefined; isEmbedded: boolean },
): () => Promise<void> {
  let known: string | null = null;
  metrics?.onScrape((set) => {
    if (known !== null) set('console_collation_changed', {}, Number(known !== '[]'));
  });
  return async () => {
    const { collations, repair } = await findChangedCollations(db);
    const found = JSON.stringify(collations);
    if (found === known) return;
    known = found;
    if (collations.length > 0)
      log.warn(
        { collations, repair: isEmbedded ? embeddedRepair : repair },
        'the sort order of text has changed since the indexes were built. Lists can miss rows and an email address can be entered twice. Follow the steps in `repair`.',
      );
  };
}
