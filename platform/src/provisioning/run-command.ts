import { organiserRole } from '@console/contract/access';
import type { Transaction } from 'kysely';
import type { MailContent } from '../core/access/mail-sender.ts';
import type { Services } from '../core/access/services.ts';
import { dayMs, hourMs } from '../core/base/clock.ts';
import { tryCountAttempt } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { type CommandResult, runCommand } from '../core/database/transaction.ts';
import { selectRecipients } from '../core/mail/recipients.ts';
import { deactivationLimitMail, userLimitMail } from './provisioning-mail-texts.ts';
import { tooManyDeactivations, toScimError, userLimitReached } from './scim/refusals.ts';
import { ScimError } from './scim/scim-error.ts';
import type { ScimActor } from './scim/scim-user.ts';

/** Runs a command of an identity provider. Emails Organisers a failure that they can resolve. Throws ScimError. */
export async function runProvisioningCommand<T>(
  services: Services,
  actor: ScimActor,
  work: (trx: Transaction<Database>) => Promise<CommandResult<T>>,
): Promise<T> {
  try {
    return await runCommand(services, actor, work);
  } catch (error) {
    const refusal = toScimError(error);
    if (refusal instanceof ScimError) await mailRefusal(services, Number(actor.organisationId), refusal);
    throw refusal;
  }
}

/** Email about a failure, with its limit. */
const mailedRefusals: Readonly<
  Record<
    number,
    { every: number; mailOf: (given: { name: string | null; organisation: string; link: URL }) => MailContent }
  >
> = {
  403: { every: dayMs, mailOf: userLimitMail },
  429: { every: hourMs, mailOf: deactivationLimitMail },
};

/** Failures that Organisers can end. Other failures with the same statuses are not emailed. */
const endedByOrganisers = new Set([userLimitReached().message, tooManyDeactivations().message]);

async function mailRefusal(
  { db, clock, mailer, settings }: Services,
  organisationId: number,
  { status, message }: ScimError,
): Promise<void> {
  const mailed = mailedRefusals[status];
  if (!mailed || !endedByOrganisers.has(message)) return;
  await db.transaction().execute(async (trx) => {
    const limit = { max: 1, windowMs: mailed.every };
    if (!(await tryCountAttempt(trx, clock, `scim:mail:${status}:${organisationId}`, limit))) return;
    const recipients = await selectRecipients(trx, organiserRole, organisationId).execute();
    const link = new URL('/S/provisioning', settings.publicUrl);
    const mails = recipients.map(({ email, name, brandname }) => ({
      to: email,
      ...mailed.mailOf({ name, organisation: brandname ?? '', link }),
      organisationId,
    }));
    if (mails.length > 0) await mailer.send(trx, ...mails);
  });
}
