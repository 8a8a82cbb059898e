import type { Kysely, Transaction } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Clock } from '../base/clock.ts';
import { inBatches } from '../database/batches.ts';
import { createQueue, type Job } from '../database/queue.ts';
import type { Database } from '../database/schema.ts';

/** A mail to one address; not sent after `expiresAt`. */
export interface NewMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  expiresAt?: Date | undefined;
  /** The invitation that the mail is about; its state depends on the mail. */
  invitationId?: number | undefined;
}

/** Sends mail by SMTP or, without a server, into the outbox. */
export interface Mailer {
  /** Writes mails in the caller's transaction, so that they are sent if and only if it commits. */
  send(trx: Transaction<Database>, ...mails: NewMail[]): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The mailer's dependencies. `log` gets failed mails by number only. */
export interface MailerOptions {
  database: Kysely<Database>;
  clock: Clock;
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void };
  smtpUrl?: string | undefined;
  mailFrom?: string | undefined;
  /** Both for tests. */
  retryDelayMaxSeconds?: number | undefined;
  pollSeconds?: number | undefined;
}

/** The number of mails that the outbox keeps. */
export const maxOutboxMails = 500;

/** Creates the mailer. Start it before the first `send`, stop it before the database is closed. */
export const createMailer = (options: MailerOptions): Mailer =>
  options.smtpUrl === undefined ? outboxMailer(options) : smtpMailer(options, options.smtpUrl);

function write(trx: Transaction<Database>, clock: Clock, mails: NewMail[]): Promise<{ id: number }[]> {
  const rows = mails.map((mail) => ({
    recipient: mail.to,
    subject: mail.subject,
    body_text: mail.text,
    body_html: mail.html,
    created_at: clock(),
    expires_at: mail.expiresAt ?? null,
    invitation_id: mail.invitationId ?? null,
  }));
  return inBatches(rows, (batch) => trx.insertInto('mail').values(batch).returning('id').execute());
}

/** What the mail server answered, as one line of limited length. */
const failureText = (answer: string) =>
  answer
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);

function outboxMailer({ clock }: MailerOptions): Mailer {
  return {
    async send(trx, ...mails) {
      await write(trx, clock, mails.slice(-maxOutboxMails));
      const oldest = trx.selectFrom('mail').select('id').orderBy('id', 'desc').offset(maxOutboxMails).limit(1);
      await trx.deleteFrom('mail').where('id', '<=', oldest).execute();
    },
    async start() {},
    async stop() {},
  };
}

function smtpMailer(options: MailerOptions, smtpUrl: string): Mailer {
  const { database, clock, log, mailFrom = 'no-reply@localhost' } = options;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  const close = (id: number, how: { sent_at: Date } | { failed_at: Date; failure?: string }) =>
    database
      .updateTable('mail')
      .set({ ...how, body_text: null, body_html: null })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .execute();

  const work = async ({ id, jobId }: Job) => {
    const mail = await database.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst();
    if (!mail || mail.sent_at || mail.failed_at || mail.body_text === null) return;
    if (mail.expires_at && mail.expires_at <= clock()) {
      await close(id, { failed_at: clock(), failure: 'The link expired before the mail was sent.' });
      log.warn({ mailId: id }, 'mail expired before it could be sent');
      return;
    }
    try {
      await transport.sendMail({
        from: mailFrom,
        // An object, because a comma in a text would add recipients.
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body_text,
        ...(mail.body_html !== null && { html: mail.body_html }),
        // The same for all tries, so that a mail program shows a duplicate once.
        messageId: `<${jobId}@${mailFrom.match(/@([\w.-]+)/)?.[1] ?? 'localhost'}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      const { code, responseCode, response } = error as { code?: string; responseCode?: number; response?: string };
      const reason = [code, responseCode].filter(Boolean).join(' ') || 'unknown';
      await database
        .updateTable('mail')
        .set({ failure: failureText(response ?? reason) })
        .where('id', '=', id)
        .execute();
      log.warn({ mailId: id, reason }, 'mail could not be sent, will be tried again');
      // The original error contains the address, and the queue stores what is thrown.
      throw new Error(`mail not sent: ${reason}`);
    }
    await close(id, { sent_at: clock() });
  };

  const queue = createQueue(database, {
    name: 'mail',
    work,
    giveUp: async ({ id }) => {
      await close(id, { failed_at: clock() });
      log.error({ mailId: id }, 'mail given up after five tries');
    },
    tries: 5,
    retryDelaySeconds: 15,
    retryDelayMaxSeconds: options.retryDelayMaxSeconds,
    expireSeconds: 60,
    pollSeconds: options.pollSeconds,
    onError: (err) => log.error({ err }, 'mail queue failed'),
  });

  return {
    async send(trx, ...mails) {
      const rows = await write(trx, clock, mails);
      await queue.add(trx, ...rows.map(({ id }) => id));
    },
    start: () => queue.start(),
    async stop() {
      await queue.stop();
      transport.close();
    },
  };
}
