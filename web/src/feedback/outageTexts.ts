/** What does not respond: the browser's network, the console's server, the product API, or only some of its calls. */
export type Outage = 'browser' | 'console' | 'platform' | 'part';

export const outageTexts: Record<Outage, string> = {
  browser: 'You are offline.',
  console: 'The console’s server cannot be reached.',
  platform: 'The platform is not responding.',
  part: 'Part of the platform is not responding.',
};
