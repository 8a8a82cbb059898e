import type { Transaction } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { type ClientDevice, describeUserAgent } from '../core/base/client-device.ts';
import type { Database } from '../core/database/schema.ts';
import { newDeviceMail } from './session-mail-texts.ts';
import type { SignInUser } from './sign-in.store.ts';

/** Records the browser of a sign-in and emails a locked user about a new one. The first browser and remembered devices are only recorded. */
export async function recordDeviceAndMailIfNew(
  { clock, mailer, settings }: Services,
  trx: Transaction<Database>,
  user: SignInUser,
  { userAgent, address }: ClientDevice,
  { isRemembered }: { isRemembered: boolean },
): Promise<void> {
  const now = clock();
  const { browser, system } = describeUserAgent(userAgent);
  const device = { ent_usr_id: user.id, browser: browser ?? '', system: system ?? '' };
  const known = await trx.selectFrom('known_device').selectAll().where('ent_usr_id', '=', user.id).execute();
  await trx
    .insertInto('known_device')
    .values({ ...device, last_used_at: now })
    .onConflict((of) => of.columns(['ent_usr_id', 'browser', 'system']).doUpdateSet({ last_used_at: now }))
    .execute();
  const isKnown = known.some((one) => one.browser === device.browser && one.system === device.system);
  if (isKnown || isRemembered || known.length === 0) return;
  const link = new URL('/profile?tab=security', settings.publicUrl);
  const mail = newDeviceMail({ name: user.firstname, browser, system, address, at: now, link });
  await mailer.send(trx, { to: user.email, ...mail });
}
