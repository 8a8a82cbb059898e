import type { ServerMetrics } from '@console/server-base/metrics';
import type { Kysely } from 'kysely';
import { findChangedCollations } from './collation-version.ts';
import type { Database } from './schema.ts';

/** Nothing but a backup and its restore can build the indexes of the embedded database again. */
const embeddedRepair = ['back up', 'restore the backup, which builds the indexes again'];

/** Looks whether the libraries of the machine order texts as the indexes do; says once what repairs it, and again when something else has changed. */
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
