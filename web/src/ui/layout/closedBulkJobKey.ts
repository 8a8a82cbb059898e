/** The place where this browser remembers of which bulk act of a list the result was closed last. */
export const closedBulkJobKey = (name: string): string => `console.closedBulk.${name}`;
