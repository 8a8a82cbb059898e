/** The current time. Injected, and passed into SQL as a parameter, so that tests can move it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The time `ms` milliseconds after (negative: before) another. */
export const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
