export type Clock = () => Date;

/** Seconds since 1970, the unit of tokens and cookies. */
export const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
