import { meetsPasswordPolicy, samePassword, texts } from '@console/contract/rules';
import { textProblem } from '@console/contract/text-rules';
import type { Transaction } from 'kysely';
import { endAccess } from '../core/access/revoke-sessions.ts';
import type { Services } from '../core/access/services.ts';
import { invalid } from '../core/base/failure.ts';
import { forget, passcodeKey, passcodeSendKeys, signInKey } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { passwordChangedMail } from '../core/mail/mail-texts.ts';
import { isCommonPassword } from './common-passwords.ts';

/** A password that somebody wants to have, typed twice. */
export interface NewPassword {
  password: string;
  password_confirmation: string;
}

/** Throws 422 with texts by field for a password that breaks the policy, is common or was typed in two ways (SPEC 5), and for `more`. */
export function refuseBadPassword(
  { password, password_confirmation }: NewPassword,
  mismatch: string,
  more: string | false = false,
): void {
  const problem =
    textProblem(password) ||
    more ||
    (!meetsPasswordPolicy(password) && texts.password.policy) ||
    (isCommonPassword(password) && 'is too common, choose another one');
  const errors = {
    ...(problem && { password: [problem] }),
    ...(!samePassword(password, password_confirmation) && { password_confirmation: [mismatch] }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Sets a password: every session, remembered device and unused link of the user ends, the counts of wrong passwords, wrong
 * passcodes and sent passcodes begin anew, and the person is told by mail. The caller holds the user's row.
 */
export async function setPassword(
  { clock, settings, mailer }: Services,
  trx: Transaction<Database>,
  userId: number,
  passwordHash: string,
): Promise<void> {
  const { email, firstname } = await trx
    .updateTable('ent_usr')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .returning(['email', 'firstname'])
    .executeTakeFirstOrThrow();
  await endAccess(trx, clock, userId);
  // Whoever knew the old password may have used up the passcodes; their owner must not wait for that.
  await forget(trx, [signInKey(email), passcodeKey(userId), ...passcodeSendKeys(email)]);
  await trx.deleteFrom('otp_send').where('ent_usr_id', '=', userId).execute();
  const link = new URL('/forgot-password', settings.publicUrl);
  await mailer.send(trx, { to: email, ...passwordChangedMail({ name: firstname, at: clock(), link }) });
}
