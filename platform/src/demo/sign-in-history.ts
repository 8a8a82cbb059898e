import { addMs, dayMs } from '../core/base/clock.ts';
import type { Random, RandomDates } from './random.ts';
import type { DemoUser } from './users.ts';

export const activityDays = 90;
/** Days of activity in all other organisations: the period of the overview. */
export const activityDaysElsewhere = 30;

/** Average days between sign-ins in the demo organisation; other users have not signed in lately. */
const habits = [
  { upTo: 20, days: 4 },
  { upTo: 60, days: 10 },
  { upTo: 88, days: 25 },
] as const;
/** Factor for other organisations, so that the database is filled quickly. */
const elsewhere = 3;

/** Sign-ins by email, the first one first, from which last sign-ins and events are derived. */
export const demoSignInHistory = (
  users: readonly DemoUser[],
  random: Random,
  randomDates: RandomDates,
): Map<string, Date[]> => new Map(users.map((user) => [user.email, signInsOf(user, random, randomDates)]));

function signInsOf(user: DemoUser, random: Random, randomDates: RandomDates): Date[] {
  const { organisation, password_hash, is_disabled, role_id, created_at, updated_at } = user;
  if (!password_hash) return [];
  const until = (last: Date) => [randomDates.within((last.getTime() - created_at.getTime()) / dayMs, created_at)];
  if (is_disabled || organisation?.is_disabled) return until(updated_at);
  const isManager = role_id !== null && role_id !== undefined && role_id <= 3;
  const isDemo = organisation?.domain === 'demo.example';
  const luck = random.whole(1, 100);
  const habit = isManager ? 3 : habits.find(({ upTo }) => luck <= upTo)?.days;
  const longAgo = addMs(randomDates.atWork(activityDays), -dayMs);
  if (habit === undefined) return created_at < longAgo ? until(longAgo) : [randomDates.since(created_at)];
  const [span, days] = isDemo ? [activityDays, habit] : [activityDaysElsewhere, habit * elsewhere];
  const times: Date[] = [];
  for (let ago = random.whole(1, days); ago <= span; ago += random.whole(1, 2 * days - 1)) {
    const time = randomDates.atWork(ago);
    const isWanted = random.chance(0.1) || !isWeekend(time);
    if (isWanted && time > created_at) times.unshift(time);
  }
  return times.length > 0 ? times : [randomDates.lately(span, created_at)];
}

const isWeekend = (time: Date) => [0, 6].includes(time.getUTCDay());
