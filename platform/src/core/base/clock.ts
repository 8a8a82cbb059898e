/** The current time. Injected, and passed into SQL as a parameter, so that tests can move it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The time `ms` milliseconds after (negative: before) another. */
export const addMs = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
