import type { Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Pepper } from '../base/keys.ts';
import type { PlatformSettings } from '../base/settings.ts';
import type { ReadReplica } from '../database/read-replica.ts';
import type { Database } from '../database/schema.ts';
import type { Notices } from '../database/transaction.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { MailSender } from './mail-sender.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { RefusalLog } from './refusal-log.ts';

/** Dependencies of the areas, created once by `buildPlatform`. */
export interface Services {
  db: Kysely<Database>;
  /** Unset without DATABASE_READ_URL. */
  readReplica?: ReadReplica | undefined;
  settings: PlatformSettings;
  clock: Clock;
  mailer: MailSender;
  notices: Notices;
  passwords: PasswordHasher;
  pepper: Pepper;
  refusals: RefusalLog;
  /** Connections to URLs that customers enter. */
  outbound: Outbound;
}
