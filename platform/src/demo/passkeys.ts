import type { NewRow } from '../core/database/schema.ts';
import type { DemoPerson } from './activity.ts';
import type { Random, RandomDates } from './random.ts';
import { activityDays } from './sign-in-history.ts';
import { demoSignIns } from './sign-ins.ts';

const names = ['Touch ID', 'Windows Hello', 'YubiKey 5', 'Pixel 9', 'iPhone'];

/** The users to sign in as have no passkeys, because the devices do not exist. */
export function demoPasskeys(
  people: readonly DemoPerson[],
  signIns: ReadonlyMap<string, readonly Date[]>,
  random: Random,
  randomDates: RandomDates,
): NewRow<'passkey'>[] {
  const known: readonly string[] = demoSignIns.map(({ email }) => email);
  const staff = people.filter(
    ({ email, role_id, is_disabled, password_hash }) =>
      !is_disabled && password_hash && (role_id ?? 0) > 3 && !known.includes(email),
  );
  return random.some(staff, Math.round(staff.length / 10)).map(({ id, email, created_at }) => {
    const added = randomDates.lately(activityDays, created_at);
    const last = signIns.get(email)?.at(-1);
    return {
      ent_usr_id: id,
      name: random.pick(names),
      credential_id: bytes(random, 1),
      public_key: bytes(random, 5),
      sign_count: 0,
      transports: ['internal'],
      created_at: added,
      last_used_at: last && last > added ? last : null,
    };
  });
}

const bytes = (random: Random, uuids: number): string =>
  Buffer.from(Array.from({ length: uuids }, () => random.uuid().replaceAll('-', '')).join(''), 'hex').toString(
    'base64url',
  );
