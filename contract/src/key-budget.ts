/**
 * Request header with an API key's spending since the last report (extension): two integers of milliseconds, at most six
 * digits. First the time in which the budget regains it, second what of it is left if nothing else was spent.
 */
export const keySpentHeader = 'x-key-spent';

/** Response header: whole milliseconds until the key's budget is full again by all gateways' reports (extension). */
export const keyRefillHeader = 'x-key-refill';

/** The milliseconds in that header; null for any other value. */
export const keyRefillMs = (header: unknown): number | null =>
  /^\d{1,9}$/.test(String(header)) ? Number(header) : null;
