import type { Kysely, Transaction } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Clock } from '../base/clock.ts';
import { inBatches } from '../database/batches.ts';
import { createQueue, type Job } from '../database/queue.ts';
import type { Database } from '../database/schema.ts';

/** A mail to one address. Past `expiresAt` it is not sent any more. */
export interface NewMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  expiresAt?: Date | undefined;
}

/** Sends mail: by SMTP, or, without it, into the outbox. */
export interface Mailer {
  /** Writes mails in the caller's transaction, so that they are sent if and only if that commits. */
  send(trx: Transaction<Database>, ...mails: NewMail[]): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What a mailer needs. `log` hears of mails that could not be sent, by their number only. */
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

/** How many mails the outbox keeps. */
export const outboxSize = 500;

/** The mailer for these settings. It must be started before the first `send`, and stopped before the database is closed. */
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
  }));
  return inBatches(rows, (batch) => trx.insertInto('mail').values(batch).returning('id').execute());
}

function outboxMailer({ clock }: MailerOptions): Mailer {
  return {
    async send(trx, ...mails) {
      await write(trx, clock, mails.slice(-outboxSize));
      const oldest = trx.selectFrom('mail').select('id').orderBy('id', 'desc').offset(outboxSize).limit(1);
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

  const close = (id: number, how: { sent_at: Date } | { failed_at: Date }) =>
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
      await close(id, { failed_at: clock() });
      log.warn({ mailId: id }, 'mail expired before it could be sent');
      return;
    }
    try {
      await transport.sendMail({
        from: mailFrom,
        // As an object: as text, a comma in the address would add recipients.
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body_text,
        ...(mail.body_html !== null && { html: mail.body_html }),
        // The same for every try: a mail program shows a mail that arrived twice once.
        messageId: `<${jobId}@${mailFrom.match(/@([\w.-]+)/)?.[1] ?? 'localhost'}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      const reason = [code, responseCode].filter(Boolean).join(' ') || 'unknown';
      log.warn({ mailId: id, reason }, 'mail could not be sent, will be tried again');
      // The original tells the address, and the queue keeps what it is thrown.
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
