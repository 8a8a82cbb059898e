import type { Transaction } from 'kysely';
import type { Database, Row } from '../database/schema.ts';

/** A mail to one address; not sent after `expiresAt`. */
export interface NewMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  expiresAt?: Date | undefined;
  /** Set for mails that the recipient waits for: they are not behind others. */
  kind?: Row<'mail'>['kind'] | undefined;
  /** The organisation that caused the mail. Those of each organisation leave in turn. */
  organisationId?: number | undefined;
  /** The invitation that the mail is about; its state depends on the mail. */
  invitationId?: number | undefined;
}

export interface MailSender {
  /** Writes mails in the caller's transaction, so that they are sent if and only if it commits. */
  send(trx: Transaction<Database>, ...mails: NewMail[]): Promise<void>;
}
