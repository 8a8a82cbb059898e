import { asciiDomain, storedEmail, withoutLastStop } from '@console/contract/fields/domain-rules';
import { emailDomainsOf } from '@console/contract/fields/organisation-rules';
import { type RawBuilder, sql } from 'kysely';

/** Spellings in which emails can be stored: also the exact ones, in which earlier releases stored them. */
export const emailSpellings = (emails: readonly string[]): string[] => [
  ...new Set(emails.flatMap((email) => [email.trim().toLowerCase(), storedEmail(email)])),
];

/** Whether an email has the stored spelling. Another one can belong to another user. */
export const hasStoredSpelling = (email: string): boolean => storedEmail(email) === email.trim().toLowerCase();

/** Whether a row of `ent_usr` is the user of an email: the one with exactly this spelling, otherwise with its ASCII form. */
export function emailIs(email: string): RawBuilder<boolean> {
  const exact = email.trim().toLowerCase();
  const ascii = storedEmail(email);
  if (exact === ascii) return sql<boolean>`lower(ent_usr.email) = ${exact}`;
  return sql<boolean>`lower(ent_usr.email) = coalesce(
    (select lower(spelled.email) from ent_usr as spelled where lower(spelled.email) = ${exact}), ${ascii})`;
}

/** ASCII form of a domain in lower case; a text that is not a domain as it is. */
export const storedDomain = (domain: string): string =>
  asciiDomain(withoutLastStop(domain.trim())) ?? domain.trim().toLowerCase();

/** Domains of a comma-separated list as stored, each once. */
export const storedDomainsOf = (list: string | null | undefined): string[] => [
  ...new Set(emailDomainsOf(list).map(storedDomain)),
];
