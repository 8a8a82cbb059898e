import type { Transaction } from 'kysely';
import type { Database, Row } from '../database/schema.ts';

/** A paragraph, a code to type, or a link. */
export type MailPart = string | { code: string } | { link: URL; label: string };

export interface MailContent {
  subject: string;
  parts: readonly MailPart[];
  /** Why the recipient gets it, as a sentence. By default: they have an account. */
  why?: string;
}

/** An email to one address; not sent after `expiresAt`. */
export interface NewMail extends MailContent {
  to: string;
  expiresAt?: Date | undefined;
  /** Set for emails that the recipient waits for, which overtake others. */
  kind?: Row<'mail'>['kind'] | undefined;
  /** The organisation that caused the email and is named in it. Organisations take turns. */
  organisationId?: number | undefined;
  /** Invitation that gets its state from the email. */
  invitationId?: number | undefined;
  dueAt?: Date | undefined;
  /** Why it is not sent: it is only recorded as failed. */
  withheldBecause?: string | undefined;
  /** URL for one-click unsubscribing by POST (RFC 8058). */
  unsubscribeUrl?: URL | undefined;
}

export interface MailSender {
  /** Queues emails in the caller's transaction, so that they are sent if and only if it commits. */
  send(trx: Transaction<Database>, ...mails: NewMail[]): Promise<void>;
}
