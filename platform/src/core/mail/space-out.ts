import { type Kysely, sql } from 'kysely';
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
    // An email whose link has ended is not sent.
    .where((of) => of.or([of('sent_at', 'is not', null), of('expires_at', 'is', null), of('expires_at', '>', now)]))
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

/** Gives emails their due times. One that replaces a waiting email of the same invitation keeps its place. */
export async function spaceOut(
  db: Kysely<Database>,
  clock: Clock,
  organisationId: number,
  mails: readonly NewMail[],
): Promise<NewMail[]> {
  const replaced = await findReplacedTimes(db, clock, mails);
  const isReplacing = ({ invitationId = 0 }: NewMail) => replaced.has(invitationId);
  const times = await nextDueTimes(db, clock, organisationId, mails.filter((mail) => !isReplacing(mail)).length);
  return mails.map((mail) => ({
    ...mail,
    dueAt: isReplacing(mail) ? replaced.get(mail.invitationId ?? 0) : times.shift(),
  }));
}

/** When expired emails of these invitations would have been sent, in the future. */
async function findReplacedTimes(
  db: Kysely<Database>,
  clock: Clock,
  mails: readonly NewMail[],
): Promise<Map<number, Date>> {
  const now = clock();
  const rows = await db
    .selectFrom('mail')
    .select(['invitation_id', 'due_at'])
    .where(sql<boolean>`invitation_id = any(${mails.flatMap(({ invitationId }) => invitationId ?? [])}::int[])`)
    .where('due_at', '>', now)
    .where('expires_at', '<=', now)
    .$narrowType<{ invitation_id: number; due_at: Date }>()
    .execute();
  return new Map(rows.map(({ invitation_id, due_at }) => [invitation_id, due_at]));
}
