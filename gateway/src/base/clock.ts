/** The current time; injected so that tests can set it. */
export type Clock = () => Date;

/** Options for a cache of lru-cache: its entries age by this clock. */
export const agedBy = (clock: Clock) => ({ perf: { now: () => clock().getTime() }, ttlResolution: 0 });

/** Seconds since 1970, the unit of tokens and cookies. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
