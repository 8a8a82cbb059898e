/** For how many days the activity of an organisation may be kept. */
export const auditRetentionDays = { min: 30, max: 3_650, default: 1_095 } as const;

/** For how many days personal data of sign-ins and refusals may be kept; by default as long as the activity. */
export const signInRetentionDays = { min: 30, max: 730 } as const;
