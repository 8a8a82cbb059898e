/** The request headers with the keys of a caller, unless the operator names others. */
export const keyHeaders = { apiKey: 'api-key', sessionToken: 'access-token' } as const;
