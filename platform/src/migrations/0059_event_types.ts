import { type Kysely, sql } from 'kysely';

const renamed = [
  ['invitation.lapsed', 'invitation.expired'],
  ['external_user.ended', 'external_user.removed'],
] as const;

/** Types of events got other names. The release before has no webhooks, so that no process reads the former ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [former, name] of renamed) {
    await sql`update webhook set types = array_replace(types, ${former}, ${name}) where ${former} = any(types)`.execute(
      db,
    );
    await sql`update webhook_delivery set event_type = ${name} where event_type = ${former}`.execute(db);
  }
}
