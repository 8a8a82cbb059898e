import type { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { secondMs } from '../base/clock.ts';

export interface SmtpError {
  code?: string;
  message?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

export interface Smtp {
  /** Resolves once the server has the email. Throws SmtpError. */
  send(mail: SendMailOptions, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Whether the server rejected this email; anything else, such as a rejected sender, is a state of the server. */
export const isAboutMail = ({ code, responseCode, command }: SmtpError): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== 421 && command !== 'MAIL FROM';

/** Longest time until the server accepts the text of an email. */
const beforeTextMs = 30 * secondMs;

/** Wait for the answer to the sent text. The server has the email by then: a shorter wait would send it twice (RFC 5321, 4.5.3.2.6). */
const afterTextMs = 600 * secondMs;

/** Creates a pool, which connects when the first email is sent. */
export function createSmtp(url: string, maxConnections: number): Smtp {
  const texts = new WeakMap<AbortSignal, Readable>();
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: afterTextMs,
    dnsTimeout: 10 * secondMs,
  });
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((text) => {
      if (data.signal) texts.set(data.signal, text);
      return text;
    });
    done();
  });
  return {
    async send(mail, ended) {
      const slow = new AbortController();
      const signal = AbortSignal.any([ended, slow.signal]);
      const timer = setTimeout(() => texts.get(signal)?.readableDidRead || slow.abort(), beforeTextMs);
      try {
        await transport.sendMail({ ...mail, signal });
      } catch (error) {
        throw slow.signal.aborted ? Object.assign(new Error('no response'), { code: 'ETIMEDOUT' }) : error;
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}
