/** Part of the build: writes the documentation for integrators into web/dist/docs, with a page for each guide, operation, screen and type, and a search index. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { root } from '../steps.ts';
import { guidePages, homePage } from './guides.ts';
import { escapeHtml, type Html, heading } from './markup.ts';
import { operationPages } from './operation-pages.ts';
import { readyOperations } from './operations.ts';
import { type Page, pageHtml } from './page.ts';
import { languageNames, snippetOf } from './snippets.ts';
import { typePages } from './type-pages.ts';

const folder = join(root, 'web/dist');

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}

const guides = guidePages();
const reference = [...operationPages(), ...typePages()];

const links = (pages: readonly Page[]): Html =>
  `<ul class="columns">${pages.map(({ path, title }) => `<li><a href="${path}">${escapeHtml(title)}</a></li>`).join('')}</ul>\n`;

const indexPage = (path: string, title: string, text: string, groups: Iterable<readonly [string, Page[]]>): Page => ({
  path,
  title,
  kind: 'index',
  group: '',
  text,
  body: `<p class="lead">${escapeHtml(text)}</p>\n${[...groups].map(([name, pages]) => heading(2, name) + links(pages)).join('')}`,
});

const kinds = (...wanted: string[]) => reference.filter(({ kind }) => wanted.includes(kind));
const areas = Map.groupBy(kinds('query', 'mutation'), ({ group }) => group.replaceAll('-', ' '));
const types = [
  ['Objects', kinds('type', 'union')],
  ['Inputs', kinds('input')],
  ['Enums', kinds('enum')],
  ['Scalars', kinds('scalar')],
] as const;
const screens = ['Screens', kinds('screen')] as const;
const indexes = [
  indexPage('/docs/operations/', 'All operations', 'Every query and mutation, by area.', areas),
  indexPage('/docs/screens/', 'Screens', 'The query of each console screen, ready to run.', [screens]),
  indexPage('/docs/types/', 'All types', 'Every type in the schema, with its fields.', types),
];

const pages = [...guides, ...reference, ...indexes];
for (const page of [homePage(guides), ...pages]) write(`${page.path}index.html`, pageHtml(page, pages));

const shortened = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 600);
const found = pages.flatMap(({ path, title, kind, text, entries = [] }) => [
  { path, title, kind, text: shortened(text) },
  ...entries.map(({ name, text, anchor = name }) => ({
    path: `${path}#${anchor}`,
    title: kind === 'guide' ? name : `${title}.${name}`,
    kind: kind === 'guide' ? 'section' : 'field',
    text: shortened(text),
  })),
]);
write('/docs/search.json', JSON.stringify(found));

const operations = readyOperations.map((operation) => ({
  ...operation,
  ...Object.fromEntries(languageNames.map((name) => [name, snippetOf[name](operation)])),
}));
write('/docs/operations.json', JSON.stringify(operations));
cpSync(join(root, 'docs/examples'), join(folder, 'docs/examples'), { recursive: true });
