import { type Kysely, sql } from 'kysely';
import { activity } from './0100_activity.ts';
import { foldedTexts, userIndexes, words } from './0100_folded_texts.ts';
import { keys } from './0100_keys.ts';
import { mailsAndJobs } from './0100_mails_and_jobs.ts';
import { mappings } from './0100_mappings.ts';
import { people } from './0100_people.ts';
import { provisioning } from './0100_provisioning.ts';
import { reviews } from './0100_reviews.ts';
import { signIn } from './0100_sign_in.ts';
import { singleSignOn } from './0100_single_sign_on.ts';
import { userCounts } from './0100_user_counts.ts';

/** Times are timestamptz parameters from the injected clock, never now(). Secrets are hashed; columns `_sealed` are encrypted. */
const statements = [
  // The migration that a release must know to run on a database that has this row's migration. Null: the row's own.
  'alter table kysely_migration add column compatible_from text',
  words,
  ...people,
  ...userCounts,
  ...foldedTexts,
  ...Object.entries(userIndexes).map(([name, index]) => `create index ${name} on ${index}`),
  ...keys,
  ...signIn,
  ...mappings,
  ...activity,
  ...singleSignOn,
  ...provisioning,
  ...reviews,
  ...mailsAndJobs,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
