import { randomInt } from 'node:crypto';
import { otpAlphabet, recoveryCodeCount } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import { hashSecret } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';
import { normalisePasscode } from './passcode.ts';

/** 120 random bits: with 112 or more a hash without salt and cost is enough (ASVS 6.5.2). */
const symbols = 24;
const groups = /.{4}(?=.)/g;

/** Stored hash of a code. It includes the user, so that two users' equal codes have different hashes. */
export const hashRecoveryCode = (userId: number, code: string): string => hashSecret(`recovery ${userId} ${code}`);

/** Normalises a code: no separators, similar characters are equal. */
export const normaliseRecoveryCode = (typed: string): string => normalisePasscode(typed).replace(/[\s-]/g, '');

/** Replaces a user's recovery codes, in groups of four characters. The caller has locked the user. */
export async function replaceRecoveryCodes(trx: Transaction<Database>, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: symbols }, () => otpAlphabet[randomInt(otpAlphabet.length)]).join(''),
  );
  await trx.deleteFrom('recovery_code').where('ent_usr_id', '=', userId).execute();
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ ent_usr_id: userId, code_hash: hashRecoveryCode(userId, code) })))
    .execute();
  return codes.map((code) => code.replace(groups, '$&-'));
}
