import type { Transaction } from 'kysely';
import type { LockedOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { findActiveOrganisersOrHigher } from '../core/database/organisers-or-higher.ts';
import type { Database } from '../core/database/schema.ts';
import { singleSignOnMail } from '../core/mail/mail-texts.ts';

/** Mails the Organisers of an organisation that its single sign-on was switched; the event of it. */
export async function notifyOrganisers(
  { clock, settings, mailer }: Services,
  trx: Transaction<Database>,
  { id, brandname }: LockedOrganisation,
  enabled: boolean,
): Promise<AuditEntry> {
  const link = new URL('/S', settings.publicUrl);
  const organisers = await findActiveOrganisersOrHigher(trx, id);
  const mails = organisers.map(({ email, firstname }) => ({
    to: email,
    organisationId: id,
    ...singleSignOnMail({ name: firstname, organisation: brandname, enabled, at: clock(), link }),
  }));
  if (mails.length > 0) await mailer.send(trx, ...mails);
  return {
    action: 'sso:activate',
    target: { type: 'ent_org', id },
    before: { enabled: !enabled },
    after: { enabled },
  };
}
