import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actions, roles } from '@console/contract/access';
import { root } from '../steps.ts';
import { reachOf } from './facts.ts';
import { anchorOf, capitalised, escapeHtml, type Html, heading, markdownRenderer, table } from './markup.ts';
import type { Page } from './page.ts';
import { enumNamed } from './schema.ts';

/** URLs that differ from the heading. */
const slugs: Readonly<Record<string, string>> = {
  'Quick start': 'start',
  'Lists and pagination': 'paging',
  'Rate limits': 'limits',
  'Event feed': 'events',
  'Activity log': 'activity',
  'Manage keys with GraphQL': 'manage-keys',
  Versioning: 'changes',
};

/** Sections of docs/integrating.md with parts that are separate pages. */
const groups = [
  'Authentication',
  'Errors, retries and limits',
  'Read data',
  'Change data',
  'Provisioning',
  'React to changes',
];

interface Section {
  heading: string;
  text: string;
}

interface Guide extends Section {
  path: string;
  group: string;
}

const readDocs = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

/** Parts by headings of a depth, with the text before the first one. */
const sectionsOf = (markdown: string, depth = 2): Section[] =>
  markdown.split(new RegExp(`^(?=#{${depth}} )`, 'm')).map((part) => {
    const [, line = '', text = part] = /^#+ (.*)\n([\s\S]*)$/.exec(part) ?? [];
    return { heading: line, text };
  });

const pathOf = (title: string) => `/docs/${slugs[title] ?? anchorOf(title)}/`;

function guidesOf(section: Section, place: number): Guide[] {
  const { heading: group } = section;
  const firstGroup = guideSections.findIndex(({ heading: title }) => groups.includes(title));
  if (!groups.includes(group))
    return [{ ...section, path: pathOf(group), group: place < firstGroup ? 'Get started' : 'More' }];
  const [introduction, ...parts] = sectionsOf(section.text, 3);
  return [{ heading: group, text: introduction?.text ?? '' }, ...parts]
    .filter(({ text }) => text.trim() !== '')
    .map((part) => ({ ...part, text: part.text.replace(/^####/gm, '###'), path: pathOf(part.heading), group }));
}

const [introduction, overview, ...guideSections] = sectionsOf(readDocs('integrating.md'));
const guides = guideSections.flatMap(guidesOf);
const changes = sectionsOf(readDocs('releases.md')).find((section) => section.heading === 'Changes of the schema');

const anchors = new Map([
  ['overview', '/docs/'] as const,
  ...guides.flatMap(({ heading: title, text, path }) => [
    [anchorOf(title), path] as const,
    ...[...text.matchAll(/^#{3,} (.+)$/gm)].map(([, line = '']) => {
      const anchor = anchorOf(line.replaceAll('`', ''));
      return [anchor, `${path}#${anchor}`] as const;
    }),
  ]),
]);

/** URL of a link. docs/examples is served; other pages of docs/ are for operators, who have the repository. */
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

const { block, inline } = markdownRenderer(addressOf);

export { inline };

/** Raises headings one level, as their section is a page. */
const raised = (text: string) => text.replace(/^###/gm, '##');

function enumTable(name: string): Html {
  const values = enumNamed(name).getValues();
  const rows = values.map((value) => [`<code>${value.name}</code>`, inline(value.description ?? '')]);
  return table(['code', 'meaning'], rows, `Values of ${name}`);
}

const additions: Readonly<Record<string, () => Html>> = {
  '/docs/errors/': () =>
    `${heading(2, 'Error codes')}${enumTable('ErrorCode')}${heading(2, 'Field error codes')}${enumTable('FieldErrorCode')}`,
  '/docs/events/': () => `${heading(2, 'Event types')}${enumTable('EventType')}`,
  '/docs/changes/': () => (changes ? block(changes.text) : ''),
};

const titleOf = (action: string) =>
  action
    .replace(/^.*:/, '')
    .replace(/(?=[A-Z])/g, ' ')
    .toLowerCase();

function accessPage(): Page {
  const areas = Map.groupBy(actions, (action) => action.split(':')[0] ?? '');
  const parts = [...areas].map(([area, own]) => {
    const rows = own.map((action) => [
      `<code id="${action}">${titleOf(action)}</code>`,
      ...reachOf(action).map(({ reach }) => reach),
    ]);
    return (
      heading(2, capitalised(area)) + table(['action', ...roles.map(({ name }) => name)], rows, `Permissions: ${area}`)
    );
  });
  return {
    path: '/docs/access/',
    title: 'Roles and permissions',
    kind: 'guide',
    group: 'Authentication',
    text: 'Permissions of each role, in every organisation or in its own.',
    entries: actions.map((action) => ({ name: action, text: titleOf(action), anchor: action })),
    body: `<p class="lead">Both servers enforce this table. Without the permission you get <code>FORBIDDEN</code>, whatever the ID. For an object of another organisation you get <code>NOT_FOUND</code>. You can neither manage a user with a higher role nor assign a role above your own. An API key can do what its owner’s role allows and its <a href="/docs/scopes/">scopes</a> contain.</p>\n${parts.join('')}`,
  };
}

const guidePage = ({ heading: title, text, path, group }: Guide): Page => ({
  path,
  title,
  kind: 'guide',
  group,
  text,
  entries: [...text.matchAll(/^### (.+)$/gm)].map(([, line = '']) => {
    const name = line.replaceAll('`', '');
    return { name, text: title, anchor: anchorOf(name) };
  }),
  body: block(raised(text)) + (additions[path]?.() ?? ''),
});

/** The guides in the order of the menu: the sections of docs/integrating.md, with the permissions page after the scopes. */
export function guidePages(): Page[] {
  const pages = guides.map(guidePage);
  const place = pages.findIndex(({ path }) => path === '/docs/scopes/') + 1;
  return pages.toSpliced(place, 0, accessPage());
}

/** First sentence without Markdown. */
function firstSentence(markdown: string): string {
  const paragraph = markdown.split(/\n\n+/).find((part) => /^\n?[^\s|#-]/.test(part)) ?? '';
  const text = paragraph
    .trim()
    .replaceAll('\n', ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '');
  return /^.*?[.;](?=\s|$)/.exec(text)?.[0].replace(/;$/, '.') ?? text.replace(/:$/, '.');
}

const cards = (pages: readonly Page[]): Html => {
  const items = pages.map(({ path, title, text }) => {
    const content = `<strong>${escapeHtml(title)}</strong><span>${escapeHtml(firstSentence(text))}</span>`;
    return `<li><a href="${path}">${content}</a></li>`;
  });
  return `<ul class="cards">${items.join('')}</ul>\n`;
};

export function homePage(pages: readonly Page[]): Page {
  const own = Map.groupBy(pages, ({ group }) => group);
  return {
    path: '/docs/',
    title: 'API documentation',
    kind: 'home',
    group: '',
    text: introduction?.text ?? '',
    body: [
      `<div class="lead">${block(introduction?.text ?? '')}</div>\n`,
      block(overview?.text ?? ''),
      ...[...own].map(([group, guidesOfGroup]) => heading(2, group) + cards(guidesOfGroup)),
    ].join(''),
  };
}
