/** Request header with the user agent of the browser that a gateway calls for; read only from a trusted gateway. */
export const clientUserAgentHeader = 'x-client-user-agent';

/** Most characters of a user agent; the rest is cut off. */
export const maxUserAgentLength = 512;
