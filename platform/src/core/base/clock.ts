/** The current time. Injected, and passed into SQL as a parameter, so that tests can move it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** What has a later time was stored before the clock was set back, because the clocks of platforms differ by less. It must block no one until then. */
export const latestStored = (now: Date): Date => addMs(now, minuteMs);

/** The time `ms` milliseconds after (negative: before) another. */
export const addMs = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
