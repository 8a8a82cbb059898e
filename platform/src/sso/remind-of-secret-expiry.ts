import { organiserRole } from '@console/contract/access';
import { dayIn, daysUntil, secretReminderDays } from '@console/contract/secret-expiry';
import { sql } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import { selectRecipients } from '../core/mail/recipients.ts';
import { secretExpiryMail } from './sso-mail-texts.ts';

const mostAtOnce = 200;

/** Emails Organisers (or Administrators) once 30 and 7 days before an active client secret expires. Several platforms can run it. */
export async function remindOfSecretExpiry({
  db,
  clock,
  settings,
  mailer,
}: Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>): Promise<void> {
  const now = clock();
  const [first, last] = secretReminderDays;
  await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('sso')
      .innerJoin('ent_org', 'ent_org.id', 'sso.ent_org_id')
      .select([
        'ent_org.id',
        'ent_org.brandname',
        'ent_org.time_zone',
        'sso.secret_expires_on',
        'sso.secret_reminded_days',
      ])
      .where('sso.enabled_at', 'is not', null)
      .where('ent_org.is_disabled', '=', false)
      // Wherever it is: the day of each organisation is at most one apart from that of UTC.
      .where('sso.secret_expires_on', '>=', dayIn(-1, now, 'UTC'))
      .where(
        sql<boolean>`(secret_expires_on <= ${dayIn(last + 1, now, 'UTC')} and secret_reminded_days is distinct from ${last}
          or secret_expires_on <= ${dayIn(first + 1, now, 'UTC')} and secret_reminded_days is null)`,
      )
      .orderBy('sso.ent_org_id')
      .limit(mostAtOnce)
      .forUpdate('sso')
      .skipLocked()
      .execute();
    for (const { id, brandname, time_zone, secret_expires_on: day, secret_reminded_days: before } of due) {
      if (day === null) continue;
      const left = daysUntil(day, now, time_zone);
      const reminder = left <= last ? last : first;
      if (left < 0 || left > first || before === reminder) continue;
      await trx.updateTable('sso').set({ secret_reminded_days: reminder }).where('ent_org_id', '=', id).execute();
      const organisers = await selectRecipients(trx, organiserRole, id).execute();
      const recipients =
        organisers.length > 0 ? organisers : await selectRecipients(trx, 'ADMINISTRATOR', null).execute();
      const link = new URL(organisers.length > 0 ? '/S' : `/O/${id}?tab=sso`, settings.publicUrl);
      const mails = recipients.map(({ email, name }) => ({
        to: email,
        ...secretExpiryMail({ name, organisation: brandname, day, link }),
        expiresAt: addMs(new Date(day), dayMs),
        organisationId: organisers.length > 0 ? id : undefined,
      }));
      if (mails.length > 0) await mailer.send(trx, ...mails);
    }
  });
}
