/** When the tests' clock starts, and when the demo data of the tests was made. */
export const demoNow = new Date('2026-11-20T09:00:00.000Z');
