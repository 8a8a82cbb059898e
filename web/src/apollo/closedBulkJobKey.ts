/** The key under which this browser remembers the bulk action of a list whose result was closed last. */
export const closedBulkJobKey = (name: string): string => `console.closedBulk.${name}`;
