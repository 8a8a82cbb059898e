import type { Kysely } from 'kysely';
import type { Database } from '../core/database/schema.ts';
import { bare } from './common-passwords.ts';

/** Words of the product, as docs/operating/settings.md lists them. */
const productWords = [
  ...['console', 'suite', 'security', 'privacy', 'compliance', 'infosec'],
  ...['administrator', 'admin', 'architect', 'organiser', 'organizer', 'assessor', 'auditee'],
];

const shortestWord = 3;
/** Letters that a password needs in addition to such words. */
const otherLetters = 4;

/** The words that are near to a user (ASVS 6.2.11): the product's, and those of their name, email and organisation. */
export async function readContextWords(db: Kysely<Database>, userId: number): Promise<string[]> {
  const user = await db
    .selectFrom('ent_usr')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['email', 'firstname', 'lastname', 'brandname', 'legalname'])
    .where('ent_usr.id', '=', userId)
    .executeTakeFirst();
  const texts = Object.values(user ?? {}).filter((text) => text !== null);
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).map(bare);
  return [...new Set([...productWords, ...words])].filter(({ length }) => length >= shortestWord);
}

/** Whether a password is little more than words near to the user, such as `Acme#2026` of a person of Acme. */
export function consistsOfWords(password: string, words: readonly string[]): boolean {
  const whole = bare(password);
  const rest = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ''), whole)
    .replace(/\p{N}/gu, '');
  return rest.length < otherLetters && words.some((word) => whole.includes(word));
}
