import { organiserRole } from '@console/contract/access';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import { lockUser } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { hourMs } from '../core/base/clock.ts';
import { tryCountAttempt } from '../core/database/limits.ts';
import type { Database } from '../core/database/schema.ts';
import { selectUsers, type UserRow } from '../core/database/user-response.ts';
import { personText } from '../core/mail/notice-rule.ts';
import { selectRecipients } from '../core/mail/recipients.ts';
import { findProvisionedUser } from './provisioned-users.store.ts';
import { noteIssue } from './provisioning-issues.ts';
import { failedDeactivationMail } from './provisioning-mail-texts.ts';
import { asksToDeactivate } from './scim/leaver.ts';
import type { ScimError } from './scim/scim-error.ts';

/** Most users of an organisation that the Organisers are emailed about; all are pending. */
const mailLimit = { max: 20, windowMs: hourMs };

/** Makes a failed deactivation pending and emails Organisers once. Failures here change no response. */
export async function noteFailedDeactivation(
  services: Services,
  request: FastifyRequest,
  refusal: ScimError,
): Promise<void> {
  const { scimActor, params, method, body, log } = request;
  const { id } = params as { id?: string };
  // Nothing is recorded for an invalid key, or while provisioning is off.
  const isAccepted = refusal.status !== 401 && refusal.status !== 403;
  if (!scimActor || id === undefined || !isAccepted) return;
  if (method !== 'DELETE' && (method === 'GET' || !asksToDeactivate(body))) return;
  const ent_org_id = Number(scimActor.organisationId);
  try {
    const found = await findProvisionedUser(services.db, ent_org_id, id);
    if (!found?.active) return;
    await services.db.transaction().execute(async (trx) => {
      await lockUser(trx, found.userId);
      const user = await selectUsers(trx).where('ent_usr.id', '=', found.userId).executeTakeFirst();
      if (!user || user.is_disabled || user.ent_org_id !== ent_org_id) return;
      const issue = { ent_org_id, ent_usr_id: user.id, kind: 'DEACTIVATION_FAILED', detail: refusal.message } as const;
      const isNew = (await noteIssue(trx, services.clock, issue)) === null;
      // Responders, and deactivations beyond the limit, have their own emails.
      const isMailed = isNew && user.sign_in_blocked_at === null && refusal.status !== 429;
      if (isMailed) await mailOrganisers(services, trx, user, refusal);
    });
  } catch (err) {
    log.error({ err }, 'failed deactivation not noted');
  }
}

async function mailOrganisers(
  { clock, mailer, settings }: Services,
  trx: Transaction<Database>,
  user: UserRow,
  { message }: ScimError,
): Promise<void> {
  if (!(await tryCountAttempt(trx, clock, `scim:mail:deactivation:${user.ent_org_id}`, mailLimit))) return;
  const recipients = await selectRecipients(trx, organiserRole, user.ent_org_id).execute();
  const link = new URL('/S/provisioning', settings.publicUrl);
  const mails = recipients.map(({ email: to, name, brandname }) => ({
    to,
    ...failedDeactivationMail({ name, organisation: brandname ?? '', link, person: personText(user), reason: message }),
    ...(user.ent_org_id !== null && { organisationId: user.ent_org_id }),
  }));
  if (mails.length > 0) await mailer.send(trx, ...mails);
}
