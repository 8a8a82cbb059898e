import type { Kysely } from 'kysely';
import type { PlatformSettings } from '../settings.ts';
import type { Clock } from './clock.ts';
import type { ImageRenderer } from './image-renderer.ts';
import type { Pepper } from './keys.ts';
import type { Mailer } from './mail.ts';
import type { Passwords } from './passwords.ts';
import type { RefusalLog } from './refusals.ts';
import type { Database } from './schema.ts';

/** What the areas work with; made once by `buildPlatform`. */
export interface Services {
  db: Kysely<Database>;
  settings: PlatformSettings;
  clock: Clock;
  mailer: Pick<Mailer, 'send'>;
  passwords: Passwords;
  imageRenderer: ImageRenderer;
  pepper: Pepper;
  refusals: RefusalLog;
}
