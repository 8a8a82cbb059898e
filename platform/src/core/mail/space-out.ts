import type { Kysely } from 'kysely';
import type { NewMail } from '../access/mail-sender.ts';
import { addMs, type Clock, hourMs, latestStored } from '../base/clock.ts';
import type { Database } from '../database/schema.ts';

/** Invitation emails of an organisation within an hour. Further ones are queued for later. */
export const maxHourlyEmails = 2_000;

/** When the next emails of an organisation are due, within its limit. The organisation is locked, except for a preview. */
export async function nextDueTimes(
  db: Kysely<Database>,
  clock: Clock,
  organisationId: number,
  count: number,
): Promise<Date[]> {
  const now = clock();
  const recent = await db
    .selectFrom('mail')
    .select('due_at')
    .where('ent_org_id', '=', organisationId)
    .where('due_at', '>', addMs(now, -hourMs))
    // An earlier clock was ahead: its emails must not delay others.
    .where('created_at', '<=', latestStored(now))
    .orderBy('due_at', 'desc')
    .limit(maxHourlyEmails)
    .$narrowType<{ due_at: Date }>()
    .execute();
  const times = recent.map(({ due_at }) => due_at.getTime()).reverse();
  for (let added = 0; added < count; added += 1) {
    const before = times.at(-maxHourlyEmails);
    times.push(Math.max(now.getTime(), before === undefined ? 0 : before + hourMs));
  }
  return times.slice(times.length - count).map((time) => new Date(time));
}

export async function spaceOut(
  db: Kysely<Database>,
  clock: Clock,
  organisationId: number,
  mails: readonly NewMail[],
): Promise<NewMail[]> {
  const times = await nextDueTimes(db, clock, organisationId, mails.length);
  return mails.map((mail, place) => ({ ...mail, dueAt: times[place] }));
}
