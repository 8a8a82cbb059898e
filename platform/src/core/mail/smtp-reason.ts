import type { SmtpError } from './smtp.ts';

/** Host and port of the mail server. */
function serverOf(smtpUrl: string): string {
  const { protocol, hostname, port } = new URL(smtpUrl);
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
}

/** The library replaces the system's code by its own; its text still has it. */
const systemCode = /\b(E[A-Z_]{4,})\b/;
/** OpenSSL's and Node's texts about a certificate. */
const certificateText = /certificate|altnames|self.signed/i;
const notTls = /wrong version number|packet length too long|ssl3_get_record|unexpected message/i;

/** Why the mail server could not be used, with its host. Never the server's response, which can repeat a password. */
export function smtpReason({ code, responseCode, message = '', response }: SmtpError, smtpUrl: string): string {
  const server = serverOf(smtpUrl);
  const answered = [code, responseCode].filter(Boolean).join(' ') || 'unknown';
  if (code === 'EAUTH') return `authentication rejected by ${server}${responseCode ? ` (${responseCode})` : ''}`;
  // The server rejected the email or a command.
  if (response || responseCode) return `${answered} from ${server}`;
  if (notTls.test(message)) return `no TLS on ${server}: smtps:// needs a port with TLS, smtp:// starts without TLS`;
  if (certificateText.test(message))
    return `the certificate of ${server} is not accepted: ${certificateReason(message)}`;
  const system = systemCode.exec(message)?.[1];
  if (system) return `${system} ${server}`;
  if (code === 'ETIMEDOUT') return `no response from ${server} in time`;
  if (code === 'ECONNECTION') return `ECONNECTION ${server} closed the connection`;
  return `${answered} ${server}`;
}

/** Leaves out the names in the certificate, which can be those of people. */
const certificateReason = (message: string) =>
  message
    .replace(/^Error initiating TLS - /, '')
    .replace(/^(Hostname\/IP does not match certificate's altnames).*$/s, '$1')
    .replace(/\s+/g, ' ')
    .slice(0, 100);
