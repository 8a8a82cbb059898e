const maxTokenLength = 4096;

/** Whether a text can be a key or token: visible ASCII, at most 4 kB. */
export const isCredential = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= maxTokenLength && /^[\x21-\x7e]+$/.test(text);
