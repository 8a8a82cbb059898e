/**
 * The message for a text that is too long, counted as the server counts. It is never cut: what was pasted would be lost without a word.
 */
export const tooLong = (text: string, max: number): string | null =>
  text.length > max ? `At most ${max} characters` : null;
