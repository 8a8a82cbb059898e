/** A mail without its recipient. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Makes any text safe inside HTML, attribute values included. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** The passcode of a sign-in and for how many minutes it is good. The subject does not hold it: subjects show on locked screens. */
export function passcodeMail({ code, minutes }: { code: string; minutes: number }): MailText {
  const life = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const intro = 'Your passcode for signing in is:';
  const rules = `It is good for ${life} and can be used once. Nobody will ever ask you for it by telephone or mail.`;
  const warning = 'If you are not signing in, somebody else may know your password: change it and tell your organiser.';
  return {
    subject: 'Your passcode for signing in',
    text: [intro, `    ${code}`, rules, warning].join('\n\n'),
    html: page([
      escapeHtml(intro),
      `<strong style="font-size:1.75em;letter-spacing:0.2em">${escapeHtml(code)}</strong>`,
      escapeHtml(rules),
      escapeHtml(warning),
    ]),
  };
}

const page = (paragraphs: string[]) =>
  `<!doctype html><html lang="en-GB"><body style="font-family:sans-serif;line-height:1.5">${paragraphs
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('')}</body></html>`;
