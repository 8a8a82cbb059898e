/**
 * Request header with an API key's spending since the last report (extension): two integers of milliseconds, at most six
 * digits. First the time in which the budget regains it, second what of it is left if nothing else was spent.
 */
export const keySpentHeader = 'x-key-spent';

/** Response header: milliseconds until the key's budget is full again, by the reports of all gateways (extension). */
export const keyRefillHeader = 'x-key-refill';

/** The milliseconds in the refill header; null for any other value. */
export const keyRefillMs = (header: unknown): number | null =>
  /^\d{1,9}$/.test(String(header)) ? Number(header) : null;
