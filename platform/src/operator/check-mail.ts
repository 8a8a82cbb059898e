import type { Finding } from '@console/server-base/check-network';
import { isLocalAddress } from '@console/server-base/settings';
import { createTransport } from 'nodemailer';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { SmtpError } from '../core/mail/smtp.ts';
import { smtpReason } from '../core/mail/smtp-reason.ts';
import type { PlatformStatus } from './platform-status.ts';

const timeoutMs = 8_000;
const about = (level: Finding['level'], text: string): Finding => ({ level, subject: 'mail', text });

/** Signs in to the mail server without sending, if SMTP_URL is valid; reports queued emails. */
export async function checkMail(
  { smtpUrl, hasOutbox }: PlatformSettings,
  status: PlatformStatus | null,
  wrong: ReadonlyMap<string, string>,
): Promise<Finding[]> {
  const waiting = status?.mails?.count
    ? [
        about(
          'warning',
          `Emails not sent since ${status.mails.since}: ${status.mails.count}. Reason: ${status.mails.failure ?? 'not known yet'}.`,
        ),
      ]
    : [];
  if (wrong.has('SMTP_URL')) return waiting;
  if (smtpUrl === undefined)
    return hasOutbox
      ? [about('ok', 'SMTP_URL is not set. Emails are in the outbox of the platform.'), ...waiting]
      : [about('warning', 'SMTP_URL is not set. Emails are stored and not sent.'), ...waiting];
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  try {
    await transport.verify();
  } catch (error) {
    // The server's text is left out, because it can repeat the password.
    const why =
      (error as SmtpError).code === 'EAUTH'
        ? 'rejects the user or password. Correct SMTP_URL.'
        : `cannot be used (${smtpReason(error as SmtpError, smtpUrl)}). Correct SMTP_URL, the network or NODE_EXTRA_CA_CERTS.`;
    return [about('problem', `The mail server ${why}`), ...waiting];
  } finally {
    transport.close();
  }
  const { protocol, searchParams } = new URL(smtpUrl);
  const isPlain =
    protocol === 'smtp:' &&
    searchParams.get('requireTLS') !== 'true' &&
    !isLocalAddress(new URL(`http://${new URL(smtpUrl).host}`));
  const first = isPlain
    ? about('warning', 'The mail server works, but TLS is not required. Add ?requireTLS=true, or use smtps://.')
    : about('ok', 'The mail server responds and accepts the sign-in.');
  return [first, ...waiting];
}
