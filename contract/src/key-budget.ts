/** The request header of the call that reads the caller with what a gateway has let the API key spend since its last report (extension): two whole numbers of milliseconds, of at most six digits. The first is the time in which the budget regains it; the second is what of that time is left, if nothing else was spent. */
export const keySpentHeader = 'x-key-spent';

/** The response header of the same call with the whole milliseconds until the budget of the API key is full again, of what all gateways have reported (extension). */
export const keyRefillHeader = 'x-key-refill';

/** The milliseconds in that header; null for any other value. */
export const keyRefillMs = (header: unknown): number | null =>
  /^\d{1,9}$/.test(String(header)) ? Number(header) : null;
