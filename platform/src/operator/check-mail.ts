import type { Finding } from '@console/contract/finding';
import { isLocalAddress } from '@console/contract/settings';
import { createTransport } from 'nodemailer';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { SmtpError } from '../core/mail/smtp.ts';
import { smtpReason } from '../core/mail/smtp-reason.ts';
import type { PlatformStatus } from './platform-status.ts';

const timeoutMs = 8_000;
const about = (level: Finding['level'], text: string): Finding => ({ level, subject: 'mail', text });

/** Signs in to the mail server, where SMTP_URL is not wrong, and sends nothing; says which mails wait. */
export async function checkMail(
  { smtpUrl, hasOutbox }: PlatformSettings,
  status: PlatformStatus | null,
  wrong: ReadonlyMap<string, string>,
): Promise<Finding[]> {
  const waiting = status?.mails?.count
    ? [
        about(
          'warning',
          `${status.mails.count} mails do not leave, since ${status.mails.since}: ${status.mails.failure ?? 'no reason yet'}`,
        ),
      ]
    : [];
  if (wrong.has('SMTP_URL')) return waiting;
  if (smtpUrl === undefined)
    return hasOutbox
      ? [about('ok', 'SMTP_URL is not set: mails are in the outbox of the platform'), ...waiting]
      : [about('warning', 'SMTP_URL is not set: mails are stored and not sent'), ...waiting];
  const transport = createTransport({
    ...{ url: smtpUrl, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    dnsTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } catch (error) {
    // Not its text: a server may repeat what it was sent.
    const why =
      (error as SmtpError).code === 'EAUTH'
        ? 'refuses user or password'
        : `cannot be used (${smtpReason(error as SmtpError, smtpUrl)})`;
    return [about('problem', `the mail server ${why}: correct SMTP_URL`), ...waiting];
  } finally {
    transport.close();
  }
  const { protocol, searchParams } = new URL(smtpUrl);
  const isPlain =
    protocol === 'smtp:' &&
    searchParams.get('requireTLS') !== 'true' &&
    !isLocalAddress(new URL(`http://${new URL(smtpUrl).host}`));
  const first = isPlain
    ? about('warning', 'the mail server answers, and may be used without TLS: add ?requireTLS=true, or use smtps://')
    : about('ok', 'the mail server answers and accepts the sign-in');
  return [first, ...waiting];
}
