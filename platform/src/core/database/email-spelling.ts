import { domainToUnicode } from 'node:url';
import { asciiDomain, storedEmail, withoutLastStop } from '@console/contract/fields/domain-rules';
import { emailDomainsOf } from '@console/contract/fields/organisation-rules';
import { type RawBuilder, sql } from 'kysely';

/** Spellings in which emails can be stored, for each the exact one first: earlier releases stored what was typed. */
export const emailSpellings = (emails: readonly string[]): string[] => [
  ...new Set(emails.flatMap((email) => [email.trim().toLowerCase(), storedEmail(email), decodedEmail(email)])),
];

function decodedEmail(email: string): string {
  const stored = storedEmail(email);
  const start = stored.lastIndexOf('@') + 1;
  return stored.slice(0, start) + (domainToUnicode(stored.slice(start)) || stored.slice(start));
}

/** Whether an email has the stored spelling. Another one can belong to another user. */
export const hasStoredSpelling = (email: string): boolean => storedEmail(email) === email.trim().toLowerCase();

/** Whether a row of `ent_usr` is the user of an email: the one with the first spelling that a user has. */
export function emailIs(email: string): RawBuilder<boolean> {
  const spellings = emailSpellings([email]);
  if (spellings.length === 1) return sql<boolean>`lower(ent_usr.email) = ${spellings[0]}`;
  return sql<boolean>`lower(ent_usr.email) = (
    select lower(spelled.email) from ent_usr as spelled where lower(spelled.email) = any(${spellings}::text[])
    order by array_position(${spellings}::text[], lower(spelled.email)) limit 1)`;
}

/** ASCII form of a domain in lower case; a text that is not a domain as it is. */
export const storedDomain = (domain: string): string =>
  asciiDomain(withoutLastStop(domain.trim())) ?? domain.trim().toLowerCase();

/** Domains of a comma-separated list as stored, each once. */
export const storedDomainsOf = (list: string | null | undefined): string[] => [
  ...new Set(emailDomainsOf(list).map(storedDomain)),
];
