import type { Services } from '../core/access/services.ts';
import { systemClock } from '../core/base/clock.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import { openDatabase } from '../core/database/database.ts';
import { createMailer } from '../core/mail/mailer.ts';

type OpenServices = Pick<Services, 'db' | 'clock' | 'settings' | 'mailer'>;

/** Opens the database on first use. `isMailing`: emails are sent, now or by the next platform. */
export function openOnce(settings: PlatformSettings, { isMailing }: { isMailing: boolean }) {
  let open: Promise<OpenServices & { close(): Promise<void> }> | undefined;
  const start = async () => {
    const db = await openDatabase(settings);
    const { smtpUrl, smtpConnections, mailFrom, publicUrl } = settings;
    const log = { warn() {}, error() {} };
    const mailer = createMailer({
      database: db,
      clock: systemClock,
      log,
      smtpUrl,
      smtpConnections,
      mailFrom,
      publicUrl,
    });
    if (isMailing) await mailer.start();
    const close = async () => {
      if (isMailing) await mailer.stop();
      await db.destroy();
    };
    return { db, clock: systemClock, settings, mailer, close };
  };
  return {
    services(): Promise<OpenServices> {
      open ??= start();
      return open;
    },
    close: async () => (await open?.catch(() => undefined))?.close(),
  };
}
