import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { NewMail } from '../core/access/mail-sender.ts';
import { addMs, minuteMs } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { createMailer, type Mailer, type MailerOptions } from '../core/mail/mailer.ts';
import { invitationMail } from '../invitations/invitation-mail-texts.ts';
import { passcodeMail } from '../session/session-mail-texts.ts';
import { borrowTestDatabase, deleteMails, giveBackTestDatabase } from './database.ts';
import { demoNow } from './demo-now.ts';

/** Mailers and mail servers for the tests of a file, on one database; each test begins without mails. */
export function useMailers() {
  const closers: (() => Promise<void>)[] = [];
  const shared = { database: {} as Kysely<Database>, now: demoNow, log: [] as string[] };
  beforeAll(async () => {
    shared.database = await borrowTestDatabase();
  });
  beforeEach(async () => {
    await deleteMails(shared.database);
    Object.assign(shared, { now: demoNow, log: [] });
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(() => giveBackTestDatabase(shared.database));

  /** A mail server on a free port. With `refuse` it answers every email, or the first `refusals` ones, with that code, or closes the connection. */
  async function smtp() {
    const state = {
      refuse: null as number | 'close' | null,
      refusals: Number.POSITIVE_INFINITY,
      refuseSender: false,
      /** Milliseconds before it accepts an email to slow@… */
      slowMs: 0,
      tries: 0,
      connections: 0,
      received: [] as { recipients: string[]; raw: string }[],
    };
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onMailFrom: (_address, _session, done) =>
        done(state.refuseSender ? Object.assign(new Error('sender refused'), { responseCode: 550 }) : null),
      onData(stream, session, done) {
        void text(stream).then((raw) => {
          state.tries += 1;
          const refuse = state.tries <= state.refusals ? state.refuse : null;
          if (refuse === 'close') {
            for (const socket of connections) socket.destroy();
            return;
          }
          if (refuse) return done(Object.assign(new Error('refused'), { responseCode: refuse }));
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          state.received.push({ recipients, raw });
          setTimeout(done, recipients.some((address) => address.startsWith('slow@')) ? state.slowMs : 0);
        });
      },
    });
    server.on('error', () => {});
    const connections = new Set<Socket>();
    const listening = server.listen(0, '127.0.0.1');
    listening.on('connection', (socket) => {
      state.connections += 1;
      connections.add(socket);
    });
    await once(listening, 'listening');
    const address = listening.address();
    closers.push(() => new Promise((resolve) => void server.close(resolve)));
    return { state, url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
  }

  async function started(smtpUrl?: string, more: Partial<MailerOptions> = {}): Promise<Mailer> {
    const write = (fields: object, line: string) => void shared.log.push(`${line} ${JSON.stringify(fields)}`);
    const mailer = createMailer({
      database: shared.database,
      clock: () => shared.now,
      log: { warn: write, error: write },
      smtpUrl,
      mailFrom: 'Console <console@suite.example>',
      retryDelayMaxSeconds: 0,
      pollSeconds: 0.5,
      ...more,
    });
    await mailer.start();
    closers.push(() => mailer.stop());
    return mailer;
  }

  async function addOrganisations(count: number): Promise<number[]> {
    const added = { created_at: demoNow, updated_at: demoNow };
    const values = Array.from({ length: count }, randomUUID).map((guid) => ({ ...added, guid, brandname: guid }));
    const organisations = await shared.database.insertInto('ent_org').values(values).returning('id').execute();
    return organisations.map(({ id }) => id);
  }
  return Object.assign(shared, {
    /** Functions that run after each test, before the database is given back. */
    closers,
    smtp,
    started,
    addOrganisations,
    send: (mailer: Mailer, mail: NewMail) => shared.database.transaction().execute((trx) => mailer.send(trx, mail)),
    rows: () => shared.database.selectFrom('mail').selectAll().orderBy('id').execute(),
  });
}

export const passcode = (to: string): NewMail => ({
  to,
  ...passcodeMail({ code: 'K7QX', minutes: 5 }),
  expiresAt: addMs(demoNow, 5 * minuteMs),
});
export const invitation = (to: string, organisationId?: number): NewMail => ({
  to,
  organisationId,
  ...invitationMail({
    name: 'Maya',
    by: null,
    organisation: 'Secure',
    link: new URL('https://console.example/x'),
    days: 7,
  }),
});

export const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
