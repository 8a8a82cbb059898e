export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** A part of an email: a paragraph, a code to type, or a link. */
export type MailPart = string | { code: string } | { link: URL; label: string };

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, attribute values included. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** An email as text and as HTML from the same parts, which are escaped. */
export const composeMail = (subject: string, parts: MailPart[]): MailText => ({
  subject,
  text: `${parts.map(textOf).join('\n\n')}\n`,
  html: page(subject, parts.map(htmlOf)),
});

function textOf(part: MailPart): string {
  if (typeof part === 'string') return part;
  return 'code' in part ? `    ${part.code}` : `${part.label}:\n${part.link.href}`;
}

function htmlOf(part: MailPart): string {
  if (typeof part === 'string') return paragraph(escapeHtml(part));
  if ('code' in part)
    return paragraph(`<strong style="font-size:28px;letter-spacing:6px">${escapeHtml(part.code)}</strong>`);
  const href = escapeHtml(part.link.href);
  const button =
    'display:inline-block;padding:12px 20px;border-radius:6px;background:#1864ab;color:#ffffff;text-decoration:none';
  // The URL is also shown as text: some programs remove links, and some users copy them.
  return `${paragraph(`<a href="${href}" style="${button}">${escapeHtml(part.label)}</a>`)}${paragraph(`<a href="${href}" style="color:#1864ab;word-break:break-all">${href}</a>`)}`;
}

const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;

// Inline styles, because many mail programs drop style sheets; a table, because some know no other way to limit a width.
const page = (subject: string, parts: string[]) => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f1f3f5;color:#212529">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td style="padding:24px;font:16px/1.5 sans-serif;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
${parts.join('\n')}
</td></tr></table></td></tr></table></body></html>
`;

/**
 * A name on one line, because line breaks would make paragraphs, and of which no mail program makes a link: an invisible character (U+2060) follows what an
 * address has inside.
 */
export const oneLine = (name: string | null) =>
  name
    ?.replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:/@](?=\S)/g, '$&\u2060') ?? '';

/** `1 day`, `2 days`. */
export const many = (count: number, unit: string) => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);

/** How an email begins. */
export const greeting = (name: string | null) => (oneLine(name) ? `Hello ${oneLine(name)},` : 'Hello,');

/** A date and time as people read it, in UTC. */
export const moment = (at: Date) => {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  return `${day} at ${at.toISOString().slice(11, 16)} UTC`;
};
