import { StartError } from '@console/server-base/settings';
import { explainOlder, isBeforeBaseline } from '../core/database/baseline.ts';
import { migrations } from '../core/database/migrate.ts';

/** Throws StartError for a backup of an unknown release, or from before the first one. */
export function requireKnownMigrations(backup: { migrations: readonly string[] }, { path }: { path: string }): void {
  const older = explainOlder(backup.migrations);
  if (older) throw new StartError(`"${path}" ${older}. Nothing was changed.`);
  const unknown = backup.migrations.find((name) => !isBeforeBaseline(name) && !Object.hasOwn(migrations, name));
  if (unknown)
    throw new StartError(
      `"${path}" was written by a newer release (it has migration ${unknown}). Restore it with that release. Nothing was changed.`,
    );
}
