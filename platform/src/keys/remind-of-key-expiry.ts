import { keyReminderDays } from '@console/contract/rules';
import type { Services } from '../core/access/services.ts';
import { isSignInBlocked } from '../core/access/sign-in-block.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import { keyExpiryMail } from './key-mail-texts.ts';

const mostAtOnce = 500;

/** Emails owners a week before a key without successor expires, once per key. Several platforms can run it at once. */
export async function remindOfKeyExpiry({
  db,
  clock,
  settings,
  mailer,
}: Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const keys = await trx
      .selectFrom('api_key')
      .innerJoin('ent_usr', 'ent_usr.id', 'api_key.ent_usr_id')
      .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
      .select(['api_key.id', 'api_key.name', 'api_key.expires_at', 'ent_usr.email', 'ent_usr.firstname'])
      .select('ent_usr.ent_org_id')
      .where('api_key.revoked_at', 'is', null)
      .where('api_key.rotated_at', 'is', null)
      .where('api_key.reminded_at', 'is', null)
      .where('api_key.expires_at', '>', now)
      .where('api_key.expires_at', '<=', addMs(now, keyReminderDays * dayMs))
      .where('ent_usr.is_disabled', '=', false)
      .where(({ not }) => not(isSignInBlocked))
      .where((or) => or.or([or('ent_org.id', 'is', null), or('ent_org.is_disabled', '=', false)]))
      .orderBy('api_key.id')
      .limit(mostAtOnce)
      .forUpdate('api_key')
      .skipLocked()
      .execute();
    if (keys.length === 0) return;
    const ids = keys.map(({ id }) => id);
    await trx.updateTable('api_key').set({ reminded_at: now }).where('id', 'in', ids).execute();
    const link = new URL('/profile?tab=api-keys', settings.publicUrl);
    const mails = keys.flatMap(({ email: to, firstname, name, expires_at: at, ent_org_id }) =>
      at
        ? [
            {
              to,
              ...keyExpiryMail({ name: firstname, key: name, at, link }),
              expiresAt: at,
              organisationId: ent_org_id ?? undefined,
            },
          ]
        : [],
    );
    await mailer.send(trx, ...mails);
  });
}
