/** The headers of every request to the gateway (PROTOCOLS 1, step 5). */
export const requestHeaders = (secret: string | null): Record<string, string> => ({
  accept: 'application/graphql-response+json, application/json',
  'x-csrf-guard': '1',
  ...(secret === null ? {} : { 'x-console-page': secret }),
});
