import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actions, roles } from '@console/contract/access';
import { isEnumType } from 'graphql';
import { root } from '../steps.ts';
import { reachOf } from './facts.ts';
import { anchorOf, escapeHtml, type Html, heading, markdownRenderer, table } from './markup.ts';
import type { Page } from './page.ts';
import { schema } from './schema.ts';

/** The address and the title of a section of docs/integrating.md, where they are not those of its heading. */
const sections: Readonly<Record<string, { slug: string; title?: string }>> = {
  'Start in five minutes': { slug: 'start' },
  'Lists, pages and sync': { slug: 'paging', title: 'Paging and sync' },
  'Lists as files': { slug: 'exports' },
  'API keys': { slug: 'authentication', title: 'Authentication' },
  'Acts on many rows': { slug: 'bulk-actions' },
  'Safe retries': { slug: 'retries', title: 'Retries' },
  'Changes of the schema': { slug: 'changes' },
};

interface Section {
  heading: string;
  text: string;
  path: string;
  title: string;
}

const readDocs = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

/** The sections of a page of Markdown with their headings; what is before the first one has the heading of the page. */
function sectionsOf(markdown: string): Section[] {
  return markdown.split(/^(?=## )/m).map((part) => {
    const [, line = '', text = ''] = /^##? (.*)\n([\s\S]*)$/.exec(part) ?? [];
    const { slug = anchorOf(line), title = line } = sections[line] ?? {};
    return { heading: line, text, path: `/docs/${slug}/`, title };
  });
}

const [introduction, ...guides] = sectionsOf(readDocs('integrating.md'));
const changes = sectionsOf(readDocs('releases.md')).find((section) => section.heading === 'Changes of the schema');

/** The address of each heading. */
const anchors = new Map(
  guides.flatMap(({ heading: title, text, path }) => [
    [anchorOf(title), path] as const,
    ...[...text.matchAll(/^#{3,} (.+)$/gm)].map(([, line = '']) => {
      const anchor = anchorOf(line.replaceAll('`', ''));
      return [anchor, `${path}#${anchor}`] as const;
    }),
  ]),
);

/** Files of docs/examples are served beside the pages; other pages of docs/ are for operators, who have the repository. */
function addressOf(target: string): string | null {
  if (/^https?:/.test(target) || target.startsWith('/')) return target;
  const [file = '', anchor = ''] = target.split('#');
  if (file === '../schema.graphql') return '/schema.graphql';
  if (file.startsWith('examples/')) return `/docs/${file}`;
  if (file === 'releases.md') return '/docs/changes/';
  if (file !== '' && file !== 'integrating.md') return null;
  const address = anchors.get(anchor);
  if (!address) throw new Error(`docs/integrating.md links to #${anchor}, which no heading has`);
  return address;
}

export const markdown = markdownRenderer(addressOf);

/** A section's own headings are one level higher on its page. */
const raised = (text: string) => text.replace(/^###/gm, '##');

function enumTable(name: string): Html {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`${name} is no enum of the schema`);
  const rows = type
    .getValues()
    .map((value) => [`<code>${value.name}</code>`, markdown.inline(value.description ?? '')]);
  return table(['code', 'meaning'], rows, `Values of ${name}`);
}

/** What is added to a guide from the code. */
const additions: Readonly<Record<string, () => Html>> = {
  '/docs/errors/': () =>
    `${heading(2, 'Error codes')}${enumTable('ErrorCode')}${heading(2, 'Codes of fields')}${enumTable('FieldErrorCode')}`,
  '/docs/events/': () => `${heading(2, 'Types of events')}${enumTable('EventType')}`,
  '/docs/changes/': () => (changes ? markdown.block(changes.text) : ''),
};

const titleOf = (action: string) =>
  action
    .replace(/^.*:/, '')
    .replace(/(?=[A-Z])/g, ' ')
    .toLowerCase();

/** Who may do what, from the table that both servers use. */
function accessPage(): Page {
  const areas = Map.groupBy(actions, (action) => action.split(':')[0] ?? '');
  const parts = [...areas].map(([area, own]) => {
    const rows = own.map((action) => [
      `<code id="${action}">${titleOf(action)}</code>`,
      ...reachOf(action).map(({ reach }) => reach),
    ]);
    return (
      heading(2, area.charAt(0).toUpperCase() + area.slice(1)) +
      table(['action', ...roles.map(({ name }) => name)], rows, `Who may do what: ${area}`)
    );
  });
  return {
    path: '/docs/access/',
    title: 'Who may do what',
    kind: 'guide',
    group: '',
    text: 'Roles, permissions and organisations: what each role may do, in every organisation or in its own.',
    entries: actions.map((action) => ({ name: action, text: titleOf(action), anchor: action })),
    body: `<p class="lead">Both servers decide by this table. A caller without the permission gets <code>FORBIDDEN</code>, whatever the id; for an object of another organisation <code>NOT_FOUND</code>. No one manages a user with a higher role, or gives a role above their own. An API key can do what its owner’s role allows and its <a href="/docs/scopes/">scopes</a> contain.</p>\n${parts.join('')}`,
  };
}

const guidePage = ({ text, path, title }: Section): Page => ({
  path,
  title,
  kind: 'guide',
  group: '',
  text,
  entries: [...text.matchAll(/^### (.+)$/gm)].map(([, line = '']) => {
    const name = line.replaceAll('`', '');
    return { name, text: title, anchor: anchorOf(name) };
  }),
  body: markdown.block(raised(text)) + (additions[path]?.() ?? ''),
});

/** What is read first; the other guides follow in the order of their sections. */
const first = [
  'start',
  'authentication',
  'scopes',
  'access',
  'expiry-and-rotation',
  'paging',
  'errors',
  'retries',
  'limits',
];

function placeOf({ path }: Page): number {
  const place = first.indexOf(path.split('/')[2] ?? '');
  return place < 0 ? first.length : place;
}

/** The guides, in the order of the menu. */
export const guidePages = (): Page[] =>
  [...guides.map(guidePage), accessPage()].sort((one, other) => placeOf(one) - placeOf(other));

/** The first sentence of a text, without the marks of Markdown. */
function firstSentence(markdown: string): string {
  const paragraph = markdown.split(/\n\n+/).find((part) => /^\n?[^\s|#-]/.test(part)) ?? '';
  const text = paragraph
    .trim()
    .replaceAll('\n', ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '');
  return /^.*?[.;](?=\s|$)/.exec(text)?.[0].replace(/;$/, '.') ?? text.replace(/:$/, '.');
}

/** The first page: what there is. */
export function homePage(pages: readonly Page[]): Page {
  const items = pages
    .filter(({ kind }) => kind === 'guide')
    .map(
      ({ path, title, text }) =>
        `<li><a href="${path}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(firstSentence(text))}</span></a></li>`,
    );
  return {
    path: '/docs/',
    title: 'API documentation',
    kind: 'home',
    group: '',
    text: introduction?.text ?? '',
    body: `<div class="lead">${markdown.block(introduction?.text ?? '')}</div>\n<ul class="cards">${items.join('')}</ul>\n`,
  };
}
