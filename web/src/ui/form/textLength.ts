/** The message for a text that is too long, counted like the server. The text is never truncated: pasted text would be lost. */
export const tooLongMessage = (text: string, max: number): string | null =>
  text.length > max ? `must have at most ${max} characters` : null;
