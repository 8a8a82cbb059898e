/** How often an organisation may be told of what waits for it. What is stored and shown is the same. */
export const notificationFrequencies = ['Daily', 'Weekly', 'Fortnightly', 'Monthly'] as const;
