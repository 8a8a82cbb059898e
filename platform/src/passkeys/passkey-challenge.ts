import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, minuteMs } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';

const lifeMs = 5 * minuteMs;
const form = /^([\w-]{22})\.(\d{13})\.([0-9a-f]{64})$/;

/** The use of a challenge: signing in from one page, or adding a passkey or confirming an action in one session. */
export type PasskeyPurpose = `sign-in ${string}` | `add ${number}` | `confirm ${number}`;

type ChallengeServices = Pick<Services, 'clock' | 'pepper'>;

const signed = (purpose: PasskeyPurpose, random: string, until: string) => `passkey ${purpose} ${random} ${until}`;

/** A challenge for a device, which proves itself: anonymous callers fill no table. */
export function createPasskeyChallenge({ clock, pepper }: ChallengeServices, purpose: PasskeyPurpose): string {
  const random = randomBytes(16).toString('base64url');
  const until = String(addMs(clock(), lifeMs).getTime());
  return `${random}.${until}.${pepper.hash(signed(purpose, random, until))}`;
}

/** Whether a challenge, in base64url as a browser returns it, was made for this purpose and has not expired. */
export function isPasskeyChallenge(
  { clock, pepper }: ChallengeServices,
  purpose: PasskeyPurpose,
  encoded: string,
): boolean {
  const [, random = '', until = '', hash = ''] = form.exec(textOf(encoded)) ?? [];
  return random !== '' && Number(until) > clock().getTime() && pepper.matches(signed(purpose, random, until), hash);
}

/** Marks a challenge as used; false if it was used before. */
export async function usePasskeyChallenge(
  trx: Transaction<Database>,
  { clock }: Pick<Services, 'clock'>,
  encoded: string,
): Promise<boolean> {
  const used = await trx
    .insertInto('used_passkey_challenge')
    .values({ challenge_hash: hashSecret(textOf(encoded)), expires_at: addMs(clock(), lifeMs) })
    .onConflict((of) => of.column('challenge_hash').doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return used !== undefined;
}

// Two encodings of one challenge are one challenge.
const textOf = (encoded: string): string => Buffer.from(encoded, 'base64url').toString('latin1');

/** Uses up the challenge of a verified answer and records the use of its passkey; false if the challenge was used or the passkey removed in the meantime. */
export async function usePasskey(
  trx: Transaction<Database>,
  services: ChallengeServices,
  passkeyId: number,
  { challenge, signCount }: { challenge: string; signCount: number },
): Promise<boolean> {
  if (!(await usePasskeyChallenge(trx, services, challenge))) return false;
  const used = await trx
    .updateTable('passkey')
    .set({ last_used_at: services.clock(), sign_count: signCount })
    .where('id', '=', passkeyId)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
