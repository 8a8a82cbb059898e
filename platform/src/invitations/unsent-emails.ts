import { type Kysely, sql } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, hourMs, minuteMs } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { noMailServer } from '../core/mail/mailer.ts';

/** Longer than the retries after a short failure. */
export const unsentAfterMs = 5 * minuteMs;
/** Enough to find the last sent email, and few enough to read without an index. */
const recentMails = 200;

export interface UnsentEmails {
  isSending: boolean;
  outboxUrl: string | null;
  count: number;
  since: Date | null;
  failure: string | null;
}

/** Emails that have been queued for long, and emails of the last hour that expired unsent, if none was sent since. */
export async function findUnsentEmails(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  db: Kysely<Database>,
): Promise<UnsentEmails> {
  const isSending = settings.smtpUrl !== undefined;
  const outboxUrl = settings.hasOutbox ? `http://localhost:${settings.port}/outbox` : null;
  // Emails in the outbox are not overdue.
  if (outboxUrl !== null) return { isSending, outboxUrl, count: 0, since: null, failure: null };
  const now = clock();
  const { rows } = await sql<Pick<UnsentEmails, 'count' | 'since' | 'failure'>>`
    with recent as (select * from mail order by id desc limit ${recentMails}),
    unsent as (
      select id, coalesce(due_at, created_at) as created_at, failure from mail
      where sent_at is null and failed_at is null and coalesce(due_at, created_at) <= ${addMs(now, -unsentAfterMs)}::timestamptz
        and (expires_at is null or expires_at > ${now}::timestamptz)
      union all
      select id, created_at, failure from recent
      where sent_at is null and expires_at <= failed_at and failure <> ${noMailServer}
        and failed_at > ${addMs(now, -hourMs)}::timestamptz
        and failed_at > coalesce((select max(sent_at) from recent), '-infinity'))
    select count(*)::int as count, min(created_at) as since,
      (select failure from unsent where failure is not null order by id desc limit 1) as failure
    from unsent`.execute(db);
  const [found = { count: 0, since: null, failure: null }] = rows;
  return { isSending, outboxUrl, ...found };
}
