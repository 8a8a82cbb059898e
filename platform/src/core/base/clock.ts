/** Injected, and passed into SQL as a parameter, so that tests can move the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A later stored time means that the clock was set back, because clocks of platforms differ by less. It must not block anyone. */
export const latestStored = (now: Date): Date => addMs(now, minuteMs);

/** The time `ms` milliseconds later, or earlier if negative. */
export const addMs = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);
