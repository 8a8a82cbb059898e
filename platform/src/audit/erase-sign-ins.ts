import { type Kysely, sql } from 'kysely';
import { addMs, type Clock, dayMs } from '../core/base/clock.ts';
import type { Pepper } from '../core/base/keys.ts';
import { oneByOne } from '../core/base/one-by-one.ts';
import type { Database } from '../core/database/schema.ts';
import type { EventValue } from './event-hash.ts';
import { redactEvents } from './redact-events.ts';

const batchSize = 500;

/** Events of sign-ins that succeeded. Refusals are found by their code. */
const signInEvents = [
  ...['session:signIn', 'session:signOut', 'session:endByProvider', 'session:sendPasscode', 'session:block'],
  ...['session:handOver', 'session:adopt', 'security:useCode', 'account:confirm'],
];

/** Fields of `before` and `after` without personal data. */
const plainFields: ReadonlySet<unknown> = new Set(['action', 'reason', 'by', 'with', 'what', 'breakGlass']);

const isPersonal = ({ column, path }: EventValue): boolean =>
  (column !== 'before' && column !== 'after') || !plainFields.has(path[0]);

/** Time until which this process has erased the sign-ins of each organisation. */
export type ErasedUntil = Map<number, Date>;

/** Erases personal data of sign-ins and refusals after the organisation's retention. Whole days, for one batch of redactions a day. */
export async function eraseOldSignIns(
  db: Kysely<Database>,
  { clock, pepper }: { clock: Clock; pepper: Pepper },
  erasedUntil: ErasedUntil,
): Promise<void> {
  const organisations = await db
    .selectFrom('ent_org')
    .select(['id', 'sign_in_retention_days as days'])
    .where('sign_in_retention_days', 'is not', null)
    .execute();
  const today = Math.floor(clock().getTime() / dayMs) * dayMs;
  await oneByOne(organisations, async ({ id, days }) => {
    const until = addMs(new Date(today), -Number(days) * dayMs);
    const from = erasedUntil.get(id) ?? new Date(0);
    if (from >= until) return;
    while ((await eraseBatch(db, { clock, pepper }, id, { from, until })) === batchSize);
    erasedUntil.set(id, until);
  });
}

const eraseBatch = (
  db: Kysely<Database>,
  services: { clock: Clock; pepper: Pepper },
  organisationId: number,
  { from, until }: { from: Date; until: Date },
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('audit_entry')
      .select('id')
      .where('subject_org_id', '=', organisationId)
      .where('at', '>=', from)
      .where('at', '<', until)
      .where(sql<boolean>`(code is not null or event = any(${signInEvents}::text[]))`)
      .where(
        sql<boolean>`coalesce(ent_usr_id::text, api_key_id::text, target_id, client_address, email_hash) is not null`,
      )
      .orderBy('at')
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const events = rows.map(({ id }) => id);
    await redactEvents(trx, services, { events, erases: isPersonal });
    return events.length;
  });
