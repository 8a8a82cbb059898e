import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { MailSender, NewMail } from '../access/mail-sender.ts';
import { addMs, type Clock, dayMs, secondMs } from '../base/clock.ts';
import { inBatches } from '../database/batches.ts';
import { isDatabaseUnavailable } from '../database/database.ts';
import { createQueue, hasJob, type QueueOptions } from '../database/queue.ts';
import type { Database, Row } from '../database/schema.ts';
import { renderMail } from './mail-layout.ts';
import { createSmtp, isAboutMail, type SmtpError } from './smtp.ts';
import { smtpReason } from './smtp-reason.ts';

/** Sends emails by SMTP or, without a server, into the outbox. */
export interface Mailer extends MailSender {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** `log` gets the numbers of failed emails only. */
export interface MailerOptions {
  database: Kysely<Database>;
  clock: Clock;
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void };
  smtpUrl?: string | undefined;
  smtpConnections?: number | undefined;
  mailFrom?: string | undefined;
  /** URL of the console, for the footer. */
  publicUrl?: URL | undefined;
  /** This and the next option are for tests. */
  retryDelayMaxSeconds?: number | undefined;
  pollSeconds?: number | undefined;
}

/** Emails that the outbox keeps: two of the largest uploads. */
export const maxOutboxMails = 10_000;

/** Start it before the first `send`, stop it before the database is closed. */
export const createMailer = (options: MailerOptions): Mailer =>
  options.smtpUrl === undefined ? outboxMailer(options) : smtpMailer(options, options.smtpUrl);

type WrittenMail = Pick<Row<'mail'>, 'id' | 'kind' | 'ent_org_id' | 'due_at' | 'failed_at'>;

async function write(
  { clock, publicUrl = new URL('http://localhost:3000') }: MailerOptions,
  trx: Transaction<Database>,
  mails: NewMail[],
): Promise<WrittenMail[]> {
  const contextOf = await findMailContexts(trx, mails);
  const rows = mails.map((mail) => {
    const { organisation, recipientId } = contextOf(mail);
    const { subject, text, html } = renderMail(mail, { consoleUrl: publicUrl, organisation });
    return {
      recipient: mail.to,
      recipient_id: recipientId,
      subject,
      ...(mail.withheldBecause === undefined
        ? { body_text: text, body_html: html }
        : { failed_at: clock(), failure: mail.withheldBecause }),
      created_at: clock(),
      expires_at: mail.expiresAt ?? null,
      due_at: mail.dueAt ?? null,
      invitation_id: mail.invitationId ?? null,
      kind: mail.kind ?? null,
      ent_org_id: mail.organisationId ?? null,
      unsubscribe_url: mail.unsubscribeUrl?.href ?? null,
    };
  });
  const written = ['id', 'kind', 'ent_org_id', 'due_at', 'failed_at'] as const;
  return inBatches(rows, (batch) => trx.insertInto('mail').values(batch).returning(written).execute());
}

/** The recipient's user, and the organisation that caused the email, or otherwise the recipient's own. */
async function findMailContexts(trx: Transaction<Database>, mails: readonly NewMail[]) {
  const ids = mails.flatMap(({ organisationId }) => organisationId ?? []);
  const emails = new Set(mails.map(({ to }) => to.toLowerCase()));
  const { rows } = await sql<{ key: number | string; id: number | null; brandname: string | null }>`
    select to_jsonb(id) as key, null as id, brandname from ent_org where id = any(${[...new Set(ids)]}::int[])
    union all select to_jsonb(lower(email)), ent_usr.id, brandname from ent_usr left join ent_org on ent_org.id = ent_org_id
      where lower(email) = any(${[...emails]}::text[])`.execute(trx);
  const found = new Map(rows.map((row) => [row.key, row]));
  return ({ to, organisationId }: NewMail) => {
    const recipient = found.get(to.toLowerCase());
    const organisation = organisationId === undefined ? recipient : found.get(organisationId);
    return { organisation: organisation?.brandname ?? null, recipientId: recipient?.id ?? null };
  };
}

export const noMailServer = 'There was no mail server when it was written.';

/** Response of the mail server on one limited line, redacted: it can repeat a link, an address or the password. */
export const failureText = (answer: string, smtpUrl: string) => {
  const password = decodeURIComponent(new URL(smtpUrl).password);
  return (password ? answer.replaceAll(password, '…') : answer)
    .replace(/https?:\/\/\S+/gi, '…')
    .replace(/<?[^\s<>@]+@[^\s<>@]+>?/g, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
};

function outboxMailer(options: MailerOptions): Mailer {
  return {
    async send(trx, ...mails) {
      await write(options, trx, mails.slice(-maxOutboxMails));
      const oldest = trx.selectFrom('mail').select('id').orderBy('id', 'desc').offset(maxOutboxMails).limit(1);
      await trx.deleteFrom('mail').where('id', '<=', oldest).execute();
    },
    async start() {},
    async stop() {},
  };
}

/** Number of rejections by the mail server after which an email has failed. */
const maxRefusals = 5;

/** Longer than any mail server takes for an email. */
const expireSeconds = 900;

/** Pause after a failure of the mail server. */
const maxPauseMs = 2 * secondMs;

/** Pause before recording an email as sent, if the database does not respond. */
const recordPauseMs = 500;

const maxWaitMs = 3 * dayMs;

/** Enough for `maxWaitMs`, even if every try takes no time. */
const retries = 10_000;

function smtpMailer(options: MailerOptions, smtpUrl: string): Mailer {
  const { database, clock, log, smtpConnections = 5, mailFrom = 'no-reply@localhost' } = options;
  const domain = mailFrom.match(/@([\w.-]+)/)?.[1] ?? 'localhost';

  const close = (id: number, how: { sent_at: Date } | { failed_at: Date; failure: string }) =>
    database
      .updateTable('mail')
      .set({ ...how, body_text: null, body_html: null, unsubscribe_url: null })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .execute();

  /** Retries until the database responds: a failed job would send the email again. */
  const recordSent = async (id: number, signal: AbortSignal) => {
    const sent_at = clock();
    const isRecorded = () =>
      close(id, { sent_at }).then(
        () => true,
        (error) => {
          if (signal.aborted || !isDatabaseUnavailable(error)) throw error;
          return false;
        },
      );
    while (!(await isRecorded())) await delay(recordPauseMs, undefined, { signal });
  };

  const giveUp = async (id: number, failure: string, why: string) => {
    await close(id, { failed_at: clock(), failure });
    log.error({ mailId: id }, `email given up ${why}`);
  };

  const noteFailure = async ({ id, created_at, due_at, refusals }: Row<'mail'>, error: SmtpError) => {
    const reason = smtpReason(error, smtpUrl);
    const failure = failureText(error.response ?? reason, smtpUrl);
    const refused = refusals + (isAboutMail(error) && (error.responseCode ?? 500) >= 500 ? 1 : 0);
    if (refused >= maxRefusals) return giveUp(id, failure, 'after five refusals');
    if (addMs(due_at ?? created_at, maxWaitMs) <= clock()) return giveUp(id, failure, 'after three days');
    await database.updateTable('mail').set({ failure, refusals: refused }).where('id', '=', id).execute();
    log.warn({ mailId: id, reason }, 'email could not be sent, will be retried');
    // The original error contains the address, and the queue stores thrown errors.
    throw new Error(`email not sent: ${reason}`);
  };

  const createLane = (
    name: string,
    delays: Pick<QueueOptions, 'pollSeconds' | 'retryDelaySeconds' | 'retryDelayMaxSeconds'>,
  ) => {
    const smtp = createSmtp(smtpUrl, smtpConnections);
    const retryDelayMaxSeconds = options.retryDelayMaxSeconds ?? delays.retryDelayMaxSeconds;
    const pauseMs = Math.min(maxPauseMs, retryDelayMaxSeconds * secondMs);
    let pausedUntil = 0;
    const work = async (id: number, signal: AbortSignal) => {
      await delay(Math.max(0, pausedUntil - performance.now()), undefined, { signal });
      const mail = await database.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst();
      if (!mail || mail.sent_at || mail.failed_at || mail.body_text === null) return;
      if (mail.expires_at && mail.expires_at <= clock()) {
        const failure = mail.failure ?? 'The link expired before the email was sent.';
        await close(id, { failed_at: clock(), failure });
        log.warn({ mailId: id }, 'email expired before it could be sent');
        return;
      }
      try {
        await smtp.send(
          {
            from: mailFrom,
            // An object, because a comma in a text would add recipients.
            to: { name: '', address: mail.recipient },
            subject: mail.subject,
            text: mail.body_text,
            ...(mail.body_html !== null && { html: mail.body_html }),
            messageId: `<${uniqueId(mail)}@${domain}>`,
            headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
          },
          signal,
        );
      } catch (error) {
        if (signal.aborted) throw error;
        if (!isAboutMail(error as SmtpError)) pausedUntil = performance.now() + pauseMs;
        return noteFailure(mail, error as SmtpError);
      }
      await recordSent(id, signal);
    };
    const queue = createQueue(database, {
      name,
      work,
      concurrency: smtpConnections,
      retries,
      expireSeconds,
      retryDelayMaxSeconds,
      retryDelaySeconds: delays.retryDelaySeconds,
      pollSeconds: options.pollSeconds ?? delays.pollSeconds,
      onError: (err) => log.error({ err }, 'email queue failed'),
    });
    return { name, queue, smtp };
  };
  const urgent = createLane('urgent_mail', { pollSeconds: 0.5, retryDelaySeconds: 2, retryDelayMaxSeconds: 15 });
  const other = createLane('mail', { pollSeconds: 1, retryDelaySeconds: 15, retryDelayMaxSeconds: 300 });
  const lanes = [urgent, other];

  const add = async (trx: Transaction<Database>, mails: WrittenMail[]) => {
    const unsent = mails.filter(({ failed_at }) => failed_at === null);
    const jobs = unsent.map(({ id, ent_org_id, due_at }) => ({
      id,
      group: ent_org_id ?? undefined,
      startAfter: due_at ? Math.max(0, due_at.getTime() - clock().getTime()) / secondMs : 0,
    }));
    const isUrgent = new Set(mails.flatMap(({ id, kind }) => (kind === null ? [] : [id])));
    for (const { name, queue } of lanes) {
      const own = jobs.filter(({ id }) => isUrgent.has(id) === (name === urgent.name));
      if (own.length > 0) await queue.add(trx, ...own);
    }
  };

  /** Emails that were written without a mail server have no job. */
  const addWithoutJob = async (trx: Transaction<Database>) => {
    await sql`select pg_advisory_xact_lock(hashtext('mail without job'))`.execute(trx);
    const names = lanes.map(({ name }) => name);
    const mails = await trx
      .selectFrom('mail')
      .select(['id', 'kind', 'ent_org_id', 'due_at', 'failed_at'])
      .where((of) => of.and([of('sent_at', 'is', null), of('failed_at', 'is', null), of('body_text', 'is not', null)]))
      .where(({ not }) => not(hasJob(names, sql.ref('mail.id'))))
      .orderBy('id')
      .execute();
    for (const { id } of mails.filter(({ kind }) => kind === 'passcode')) {
      await trx
        .updateTable('mail')
        .set({ failed_at: clock(), failure: noMailServer, body_text: null, body_html: null })
        .where('id', '=', id)
        .execute();
    }
    await add(
      trx,
      mails.filter(({ kind }) => kind !== 'passcode'),
    );
  };

  return {
    send: async (trx, ...mails) => add(trx, await write(options, trx, mails)),
    async start() {
      for (const { queue } of lanes) await queue.start();
      await database.transaction().execute(addWithoutJob);
    },
    async stop() {
      await Promise.all(lanes.map(({ queue }) => queue.stop()));
      for (const { smtp } of lanes) smtp.close();
    },
  };
}

/** Headers for one-click unsubscribing (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe_url }: Row<'mail'>): Record<string, string> =>
  unsubscribe_url === null
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** Stable over all tries, so that email clients show a duplicate once. */
const uniqueId = ({ id, created_at }: Row<'mail'>) =>
  createHash('sha256').update(`${id} ${created_at.toISOString()}`).digest('hex').slice(0, 32);
