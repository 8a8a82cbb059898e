/** What time it is. Injected, so that tests can move it. */
export type Clock = () => Date;

/** Seconds since 1970, as tokens and cookies count. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
