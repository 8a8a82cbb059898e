import { Marked } from 'marked';

/** The HTML of a page. Every text that is not yet HTML is escaped. */
export type Html = string;

export const escapeHtml = (text: string): Html =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

const languageOf = (code: string): string => {
  if (/^([A-Z_]+=\S+ )?(curl|npm|node|export)\b/.test(code)) return 'sh';
  if (/^[[{]?"/.test(code)) return 'json';
  return /^(query|mutation|\{)/.test(code) ? 'graphql' : 'text';
};

/** A block of code that scrolls horizontally; `name` is what a screen reader announces. */
export const codeBlock = (code: string, language = languageOf(code), name = 'Code'): Html =>
  `<pre tabindex="0" role="group" aria-label="${escapeHtml(name)}" data-language="${language}"><code>${escapeHtml(code)}</code></pre>\n`;

export const table = (heads: readonly string[], rows: readonly (readonly Html[])[], name: string): Html => {
  if (rows.length === 0) return '';
  const head = heads.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="table" tabindex="0" role="group" aria-label="${escapeHtml(name)}"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>\n`;
};

export const heading = (depth: number, text: string, id = anchorOf(text)): Html =>
  `<h${depth} id="${escapeHtml(id)}">${escapeHtml(text)}</h${depth}>\n`;

/** Turns Markdown into HTML. `addressOf` returns the URL of a link in the documentation, or null for a link to a file that is not served. */
export function markdownRenderer(addressOf: (target: string) => string | null) {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text.replaceAll('`', ''))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: ({ text }) => codeBlock(text.trimEnd()),
      link({ href, tokens }) {
        const address = addressOf(href);
        const text = this.parser.parseInline(tokens);
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      table({ header, rows }) {
        const inline = (cells: typeof header) => cells.map((cell) => this.parser.parseInline(cell.tokens));
        const heads = header.map(({ text }) => text.replaceAll('`', ''));
        return table(heads, rows.map(inline), `Table: ${heads.join(', ')}`);
      },
    },
  });
  return {
    block: (text: string): Html => marked.parse(text, { async: false }),
    inline: (text: string): Html => marked.parseInline(text, { async: false }),
  };
}
