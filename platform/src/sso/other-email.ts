import { isSameEmail } from '@console/contract/fields/domain-rules';
import type { Kysely } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { minuteMs } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import { createSecretCipher } from '../core/base/secret-cipher.ts';
import { tryCountAttempt } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import type { ProviderPerson } from './provider-person.ts';
import type { SsoStart } from './sso-start.ts';
import { refuseSingleSignOn } from './start-sso-sign-in.ts';

const continuationMs = 5 * minuteMs;
/** The browser keeps it encrypted again, in a cookie of at most 4 kB. */
const maxContinuation = 2_400;

interface Continuation {
  start: SsoStart;
  person: ProviderPerson;
  answeredAtMs: number;
}

type ContinuationServices = Pick<Services, 'db' | 'clock' | 'settings'>;

const cipherOf = ({ settings }: Pick<Services, 'settings'>) => createSecretCipher(settings.secrets, 'sso continuation');

/** Whether the provider has returned another person than the entered one: neither their email nor that of their linked account was entered. */
export async function isOtherPerson(db: Kysely<Database>, start: SsoStart, person: ProviderPerson): Promise<boolean> {
  const { email: entered, ent_org_id } = start;
  if (entered === undefined || isSameEmail(entered, person.email)) return false;
  const account = await db
    .selectFrom('sso_link')
    .innerJoin('ent_usr', 'ent_usr.id', 'sso_link.ent_usr_id')
    .select('ent_usr.email')
    .where('sso_link.ent_org_id', '=', ent_org_id)
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .executeTakeFirst();
  return !account || !isSameEmail(entered, account.email);
}

/** The person of a response, encrypted for the browser that started the sign-in, until its user agrees. */
export function encryptContinuation(
  services: ContinuationServices,
  attempt: string,
  start: SsoStart,
  person: ProviderPerson,
): string {
  const encrypt = (kept: ProviderPerson): string => {
    const content: Continuation = { start, person: kept, answeredAtMs: services.clock().getTime() };
    return cipherOf(services).encrypt(JSON.stringify(content), attempt);
  };
  const whole = encrypt(person);
  // Without it, signing out ends the session only in the console.
  return whole.length <= maxContinuation ? whole : encrypt({ ...person, signOut: null });
}

/** Uses a continuation, once. Throws 422 EXPIRED. */
export async function useContinuation(
  services: ContinuationServices,
  { attempt, continuation }: { attempt: string; continuation: string },
): Promise<Continuation> {
  const { db, clock } = services;
  const text = cipherOf(services).decrypt(continuation, attempt);
  const content: Continuation | null = text === null ? null : JSON.parse(text);
  if (!content || content.answeredAtMs + continuationMs <= clock().getTime()) throw refuseSingleSignOn('EXPIRED');
  const counter = `sso:continued:${hashSecret(content.start.nonce)}`;
  if (!(await tryCountAttempt(db, clock, counter, { max: 1, windowMs: continuationMs })))
    throw refuseSingleSignOn('EXPIRED');
  return content;
}
