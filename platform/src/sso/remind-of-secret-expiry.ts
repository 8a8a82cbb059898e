import { organiserRole } from '@console/contract/access';
import { dayIn, secretReminderDays } from '@console/contract/secret-expiry';
import { sql } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import { oneByOne } from '../core/base/one-by-one.ts';
import { selectTimeZones } from '../core/database/time-zone.ts';
import { selectRecipients } from '../core/mail/recipients.ts';
import { secretExpiryMail } from './sso-mail-texts.ts';

const mostAtOnce = 200;

type Sender = Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>;

/** Emails Organisers (or Administrators) once 30 and 7 days before an active client secret expires. Several platforms can run it. */
export async function remindOfSecretExpiry(services: Sender): Promise<void> {
  const zones = await selectTimeZones(services.db).execute();
  await oneByOne(zones, ({ time_zone }) => remindInTimeZone(services, time_zone));
}

async function remindInTimeZone({ db, clock, settings, mailer }: Sender, timeZone: string): Promise<void> {
  const now = clock();
  const [first, last] = secretReminderDays;
  const [firstDay, lastDay] = [dayIn(first, now, timeZone), dayIn(last, now, timeZone)];
  await db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('sso')
      .innerJoin('ent_org', 'ent_org.id', 'sso.ent_org_id')
      .select(['ent_org.id', 'ent_org.brandname', 'sso.secret_expires_on'])
      .where('sso.enabled_at', 'is not', null)
      .where('ent_org.is_disabled', '=', false)
      .where('ent_org.time_zone', '=', timeZone)
      .where('sso.secret_expires_on', '>=', dayIn(0, now, timeZone))
      .where(
        sql<boolean>`(secret_expires_on <= ${lastDay} and secret_reminded_days is distinct from ${last}
          or secret_expires_on <= ${firstDay} and secret_reminded_days is null)`,
      )
      .orderBy('sso.ent_org_id')
      .limit(mostAtOnce)
      .forUpdate('sso')
      .skipLocked()
      .execute();
    for (const { id, brandname, secret_expires_on: day } of due) {
      if (day === null) continue;
      await trx
        .updateTable('sso')
        .set({ secret_reminded_days: day <= lastDay ? last : first })
        .where('ent_org_id', '=', id)
        .execute();
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
