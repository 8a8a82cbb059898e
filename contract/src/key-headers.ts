/** The default names of the request headers with API key and session token. The operator can change them. */
export const keyHeaders = { apiKey: 'api-key', sessionToken: 'access-token' } as const;
