import { dayMs, hourMs, secondMs } from '../core/base/clock.ts';

/** Random numbers that are the same in every run (mulberry32). */
export interface Random {
  /** Includes both bounds. */
  whole(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Some elements, each once, in the list's order. */
  some<T>(list: readonly T[], count: number): T[];
  uuid(): string;
}

export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const hex = (digits: number) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join('');
  return {
    whole,
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T,
    some<T>(list: readonly T[], count: number) {
      const left = list.map((value, place) => ({ value, place }));
      const taken = Array.from({ length: Math.min(count, list.length) }, () =>
        left.splice(whole(0, left.length - 1), 1),
      );
      return taken
        .flat()
        .sort((a, b) => a.place - b.place)
        .map(({ value }) => value);
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[whole(0, 3)]}${hex(3)}-${hex(12)}`,
  };
}

/** Random times relative to the current day, the same in all runs of a day. */
export interface RandomDates {
  /** Time between two numbers of days ago, the earlier first; negative days are in the future. */
  between(from: number, to: number): Date;
  /** Time within `days` after another, yesterday at the latest. */
  within(days: number, earlier: Date): Date;
  /** Time after another, yesterday at the latest. */
  since(earlier: Date): Date;
  /** Like `since`, at most `days` ago. */
  lately(days: number, earlier: Date): Date;
  atWork(daysAgo: number): Date;
}

export function createRandomDates(now: Date, random: Random): RandomDates {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const pick = (from: number, to: number) =>
    new Date(random.whole(Math.ceil(from / secondMs), Math.floor(Math.max(from, to) / secondMs)) * secondMs);
  const within = (days: number, earlier: Date) =>
    pick(earlier.getTime(), Math.min(earlier.getTime() + days * dayMs, today - secondMs));
  const since = (earlier: Date) => within(Number.POSITIVE_INFINITY, earlier);
  return {
    between: (from, to) => pick(today - from * dayMs, today - to * dayMs),
    within,
    since,
    lately: (days, earlier) => since(new Date(Math.max(earlier.getTime(), today - days * dayMs))),
    atWork(daysAgo) {
      const day = today - daysAgo * dayMs;
      return pick(day + 7 * hourMs, day + 18 * hourMs);
    },
  };
}
