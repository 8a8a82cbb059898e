import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, minuteMs } from '../core/base/clock.ts';
import { hashSecret } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';

const lifeMs = 5 * minuteMs;
const form = /^([\w-]{22})\.(\d{13})\.([0-9a-f]{64})$/;

/** Purpose of a challenge: a page that signs in, or a session that adds a passkey or confirms. */
export type PasskeyPurpose = `sign-in ${string}` | `add ${number}` | `confirm ${number}`;

type ChallengeServices = Pick<Services, 'clock' | 'pepper'>;

const signed = (purpose: PasskeyPurpose, random: string, until: string) => `passkey ${purpose} ${random} ${until}`;

/** Creates a challenge with a signature instead of a row, so that anonymous callers cannot fill a table. */
export function createPasskeyChallenge({ clock, pepper }: ChallengeServices, purpose: PasskeyPurpose): string {
  const random = randomBytes(16).toString('base64url');
  const until = String(addMs(clock(), lifeMs).getTime());
  return `${random}.${until}.${pepper.hash(signed(purpose, random, until))}`;
}

/** Whether a base64url challenge was created for this purpose and has not expired. */
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

// Normalises the encodings of a challenge.
const textOf = (encoded: string): string => Buffer.from(encoded, 'base64url').toString('latin1');

/** Uses up a verified challenge and records the passkey's use; false if it was used, or the passkey removed, in between. */
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
