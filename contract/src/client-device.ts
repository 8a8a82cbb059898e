/** Request header with the user agent of the browser, which a gateway passes on. Read only from a trusted gateway. */
export const clientUserAgentHeader = 'x-client-user-agent';

/** Most characters of a user agent; the rest is cut off. */
export const maxUserAgentLength = 512;
