import type { FieldProblem } from '@console/contract/errors';
import { textProblem } from '@console/contract/fields/text-rules';
import { meetsPasswordPolicy, passwordsEqual } from '@console/contract/password-rules';
import { texts } from '@console/contract/rules';
import type { Kysely, Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import { type FieldProblems, invalidFields } from '../core/base/failure.ts';
import { accountCounterKeys, clearAttempts } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { revokeAllAccess } from '../security/revoke-access.ts';
import { passwordChangedMail, welcomeMail } from './account-mail-texts.ts';
import { isCommonPassword } from './common-passwords.ts';
import { consistsOfWords, readContextWords } from './context-words.ts';

export interface NewPassword {
  password: string;
  password_confirmation: string;
}

/** Throws 422 by field for a password that breaks the policy, is common, is guessable or is not repeated (SPEC 5). */
export async function refuseBadPassword(
  db: Kysely<Database>,
  userId: number,
  { password, password_confirmation }: NewPassword,
  mismatchText: string,
  furtherProblem: FieldProblem | false = false,
): Promise<void> {
  const problem: FieldProblem | false =
    textProblem(password) ||
    furtherProblem ||
    (!meetsPasswordPolicy(password) && { code: 'FORMAT', message: texts.password.policy }) ||
    (isCommonPassword(password) && { code: 'NOT_ALLOWED', message: 'is too common. Choose another one.' }) ||
    (consistsOfWords(password, await readContextWords(db, userId)) && {
      code: 'NOT_ALLOWED',
      message: 'is too close to your name, your email or your organisation. Choose another one.',
    });
  const problems: FieldProblems = {
    ...(problem && { password: [problem] }),
    ...(!passwordsEqual(password, password_confirmation) && {
      password_confirmation: [{ code: 'FORMAT', message: mismatchText }],
    }),
  };
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** Sets a password, revokes sessions, devices and links, clears failed attempts, and emails the user, with their usable API keys. The caller has locked the user. */
export async function setPasswordRevokeAccessAndMail(
  { clock, settings, mailer }: Services,
  trx: Transaction<Database>,
  userId: number,
  passwordHash: string,
): Promise<void> {
  const { email, firstname, brandname, password_hash } = await trx
    .selectFrom('ent_usr')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['ent_usr.email', 'ent_usr.firstname', 'ent_usr.password_hash', 'ent_org.brandname'])
    .where('ent_usr.id', '=', userId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('ent_usr')
    .set({
      password_hash: passwordHash,
      password_changed_at: clock(),
      // Before the first password no second factor could be set up.
      ...(password_hash === null && { factor_grace_from: clock() }),
    })
    .where('id', '=', userId)
    .execute();
  await revokeAllAccess(trx, clock, userId);
  // An attacker with the old password may have used up the challenges; the owner must not wait for that.
  await clearAttempts(trx, accountCounterKeys({ id: userId, email }));
  await trx.deleteFrom('otp_send').where('ent_usr_id', '=', userId).execute();
  const pageOf = (path: string) => new URL(path, settings.publicUrl);
  const usable = await trx
    .selectFrom('api_key')
    .select('name')
    .where('ent_usr_id', '=', userId)
    .where(usableKeyCondition(clock()))
    .orderBy('id')
    .execute();
  const keys = { names: usable.map(({ name }) => name), link: pageOf('/profile?tab=api-keys') };
  const mail =
    password_hash === null
      ? welcomeMail({ name: firstname, organisation: brandname, link: pageOf('/login'), keys })
      : passwordChangedMail({ name: firstname, at: clock(), link: pageOf('/forgot-password'), keys });
  await mailer.send(trx, { to: email, ...mail });
}
