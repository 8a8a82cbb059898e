/** The place where this browser remembers of which bulk action of a list the result was closed last. */
export const closedBulkJobKey = (name: string): string => `console.closedBulk.${name}`;
