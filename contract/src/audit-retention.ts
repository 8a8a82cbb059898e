/** For how many days the activity of an organisation may be kept. */
export const auditRetentionDays = { min: 30, max: 3_650, default: 1_095 } as const;
