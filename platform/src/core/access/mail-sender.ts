import type { Transaction } from 'kysely';
import type { Database, Row } from '../database/schema.ts';

/** A part of an email: a paragraph, a code to type, or a link. */
export type MailPart = string | { code: string } | { link: URL; label: string };

/** The content of an email, which becomes text and HTML. */
export interface MailContent {
  subject: string;
  parts: readonly MailPart[];
  /** Why the recipient gets it, as a sentence. Without it: they have an account. */
  why?: string;
}

/** A mail to one address; not sent after `expiresAt`. */
export interface NewMail extends MailContent {
  to: string;
  expiresAt?: Date | undefined;
  /** Set for mails that the recipient waits for: they are not behind others. */
  kind?: Row<'mail'>['kind'] | undefined;
  /** The organisation that caused the mail, which names it. Those of each organisation leave in turn. */
  organisationId?: number | undefined;
  /** The invitation that the mail is about; its state depends on the mail. */
  invitationId?: number | undefined;
  /** Where a mail program ends emails of its kind with a POST (RFC 8058). */
  unsubscribeUrl?: URL | undefined;
}

export interface MailSender {
  /** Writes mails in the caller's transaction, so that they are sent if and only if it commits. */
  send(trx: Transaction<Database>, ...mails: NewMail[]): Promise<void>;
}
