/** The place where this browser remembers the bulk act of a list. */
export const bulkJobKey = (name: string): string => `console.bulk.${name}`;
