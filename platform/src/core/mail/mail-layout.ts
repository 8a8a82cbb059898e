import type { MailContent, MailPart } from '../access/mail-sender.ts';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

export interface MailSource {
  consoleUrl: URL;
  organisation: string | null;
}

const productName = 'Console';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML and attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

export const composeMail = (subject: string, parts: MailPart[], why?: string): MailContent => ({
  subject,
  parts,
  ...(why !== undefined && { why }),
});

/** Renders an email as text and HTML. The footer names the console, the organisation and the reason. */
export function renderMail({ subject, parts, why }: MailContent, source: MailSource): MailText {
  const organisation = oneLine(source.organisation);
  const names = organisation ? `${productName} for ${organisation}` : productName;
  const reason = why ?? `You receive this email because you have an account${organisation && ` at ${organisation}`}.`;
  const url = source.consoleUrl.href;
  const footer = { names: escapeHtml(names), url: escapeHtml(url), reason: escapeHtml(reason) };
  return {
    subject,
    // Email clients recognise a footer by this line.
    text: `${parts.map(textOf).join('\n\n')}\n\n-- \n${names}\n${url}\n${reason}\n`,
    html: page(subject, organisation, parts.map(htmlOf), footer),
  };
}

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
  // Also shown as text: some clients remove links, and some users copy them.
  return `${paragraph(`<a href="${href}" style="${button}">${escapeHtml(part.label)}</a>`)}${paragraph(`<a href="${href}" style="color:#1864ab;word-break:break-all">${href}</a>`)}`;
}

const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;

const muted = 'color:#495057;font:13px/1.5 sans-serif;overflow-wrap:anywhere';

// Inline styles, because many clients drop style sheets; a table, because some know no other width limit.
const page = (
  subject: string,
  organisation: string,
  parts: string[],
  footer: { names: string; url: string; reason: string },
) => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f1f3f5;color:#212529">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:8px 24px 16px;font:16px/1.5 sans-serif;overflow-wrap:anywhere"><strong>${productName}</strong>${organisation && ` · ${escapeHtml(organisation)}`}</td></tr>
<tr><td style="padding:24px 24px 8px;background:#ffffff;border:1px solid #dee2e6;border-radius:8px;font:16px/1.5 sans-serif;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
${parts.join('\n')}
</td></tr>
<tr><td style="padding:16px 24px;${muted}">${footer.names}<br><a href="${footer.url}" style="color:#495057">${footer.url}</a><br>${footer.reason}</td></tr>
</table></td></tr></table></body></html>
`;

/** A name on one line, without automatic links: an invisible character (U+2060) breaks addresses. */
export const oneLine = (name: string | null) =>
  name
    ?.replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:/@](?=\S)/g, '$&\u2060') ?? '';

/** Largest number of sentences or names that an email lists. */
const maxListed = 5;

/** The first four and the last: many harmless ones must not hide the one that follows them. */
export const firstAndLast = (all: readonly string[]): string[] =>
  all.length <= maxListed ? [...all] : [...all.slice(0, maxListed - 1), ...all.slice(-1)];

/** `1 day`, `2 days`. */
export const many = (count: number, unit: string) => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);

/** Facts that most emails have: recipient's first name, actor, organisation, link, time and place. */
interface MailFacts {
  name: string | null;
  by: string | null;
  organisation: string;
  link: URL;
  at: Date;
  address: string;
  browser: string | null;
  system: string | null;
}

/** Some of the common facts, and facts of a single kind of email. */
export type Facts<Keys extends keyof MailFacts, More = unknown> = Pick<MailFacts, Keys> & More;

export const greeting = (name: string | null) => (oneLine(name) ? `Hello ${oneLine(name)},` : 'Hello,');

/** A date and time in UTC, for people. */
export const moment = (at: Date) => {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  return `${day} at ${at.toISOString().slice(11, 16)} UTC`;
};

export const reasonPart = (reason: string | null | undefined) => (reason ? [`Reason: ${oneLine(reason)}`] : []);
