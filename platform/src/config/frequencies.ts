/** How often an organisation may be notified, as stored and shown. */
export const notificationFrequencies = ['Daily', 'Weekly', 'Fortnightly', 'Monthly'] as const;
