import type { Kysely, KyselyPlugin } from 'kysely';
import type { Migration } from 'kysely/migration';
import { secondMs } from '../base/clock.ts';

export type MigrationReport = (fields: object, text: string) => void;

const slowMs = secondMs;
const statementLength = 200;

/** Wraps a migration, to report it and its statement after a second and at its end. */
export const watchMigration = (migration: string, { up }: Migration, report: MigrationReport): Migration => ({
  async up(db: Kysely<unknown>) {
    let statement = '';
    const remember: KyselyPlugin = {
      transformQuery({ node }) {
        const text = node.kind === 'RawNode' ? node.sqlFragments.join('?') : node.kind;
        statement = text.replace(/\s+/g, ' ').slice(0, statementLength);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const began = performance.now();
    const timer = setTimeout(() => report({ migration, statement }, 'the database is migrated'), slowMs);
    try {
      await up(db.withPlugin(remember));
    } finally {
      clearTimeout(timer);
    }
    const ms = Math.round(performance.now() - began);
    if (ms >= slowMs) report({ migration, ms }, 'the database was migrated');
  },
});
