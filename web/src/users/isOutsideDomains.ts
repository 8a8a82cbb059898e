import { asciiDomain } from '@console/contract/fields/domain-rules';
import { isEmailLike } from '../ui/form/fieldChecks.ts';

const asciiOf = (name: string) => asciiDomain(name.trim()) ?? name.trim().toLowerCase();

/** Whether an email is outside the email domains of an organisation. Without any, every email is inside. */
export function isOutsideDomains(email: string, domains: readonly string[]): boolean {
  const typed = email.trim().toLowerCase();
  const domain = typed.slice(typed.lastIndexOf('@') + 1);
  return isEmailLike(typed) && domains.length > 0 && !domains.some((own) => asciiOf(own) === asciiOf(domain));
}
