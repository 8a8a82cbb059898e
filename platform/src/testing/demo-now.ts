/** The start of the tests' clock and the date of their demo data. */
export const demoNow = new Date('2026-11-20T09:00:00.000Z');
