import { capitalised, escapeHtml, type Html } from './markup.ts';

export interface Page {
  /** `/docs/…/`. */
  path: string;
  title: string;
  kind: string;
  /** The area of an operation, or the menu group of a guide. */
  group: string;
  /** Text that the search examines in addition to the title. */
  text: string;
  /** Parts that the search finds separately, each at the anchor of its name. */
  entries?: { name: string; text: string; anchor?: string }[];
  body: Html;
}

const link = ({ path, title }: Page, current: string): Html =>
  `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;

const list = (pages: readonly Page[], current: string): Html =>
  `<ul>${pages.map((page) => link(page, current)).join('')}</ul>`;

/** A group of the menu, open if it contains the current page. */
const group = (name: string, pages: readonly Page[], current: string): Html =>
  pages.length === 0
    ? ''
    : `<details${pages.some(({ path }) => path === current) ? ' open' : ''}><summary>${escapeHtml(name)}</summary>${list(pages, current)}</details>\n`;

function menuOf(pages: readonly Page[], current: string): Html {
  const ofKind = (...kinds: string[]) => pages.filter(({ kind }) => kinds.includes(kind));
  const guides = Map.groupBy(ofKind('guide'), (page) => page.group);
  const areas = Map.groupBy(ofKind('query', 'mutation'), (page) => page.group);
  return [
    ...[...guides].map(([name, own]) => `<h2>${escapeHtml(name)}</h2>\n${list(own, current)}\n`),
    '<h2>Operations</h2>\n',
    ...[...areas].map(([area, operations]) => group(area.replaceAll('-', ' '), operations, current)),
    group('console screens', ofKind('screen'), current),
    '<h2>Reference</h2>\n',
    list(ofKind('index'), current),
  ].join('');
}

function contentsOf(body: Html): Html {
  const headings = [...body.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)];
  if (headings.length < 2) return '';
  const links = headings.map(([, id, text = '']) => `<li><a href="#${id}">${text.replace(/<[^>]+>/g, '')}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`;
}

export function pageHtml(page: Page, pages: readonly Page[]): Html {
  const label = ['guide', 'index', 'home'].includes(page.kind) ? '' : capitalised(page.kind);
  const description = page.text.split(/(?<=\.)\s/)[0]?.slice(0, 160) ?? '';
  const title = page.path === '/docs/' ? 'API documentation' : `${page.title} · API documentation`;
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description.replaceAll('`', ''))}">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/start.js"></script>
<script type="module" src="/docs/docs.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
<header>
<button type="button" id="menu-button" aria-expanded="false" aria-controls="menu">Menu</button>
<a class="home" href="/docs/">API documentation</a>
<div class="search" role="search">
<input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<div id="results" hidden></div>
<p id="found" class="hidden" role="status"></p>
</div>
<nav class="links" aria-label="Console"><a href="/graphql">Sandbox</a><a href="/schema.graphql">Schema</a><a href="/">Console</a></nav>
</header>
<div class="frame">
<nav id="menu" aria-label="Documentation">
${menuOf(pages, page.path)}
</nav>
<main id="main" tabindex="-1">
<article>
<h1>${escapeHtml(page.title)}${label ? ` <span class="kind">${label}</span>` : ''}</h1>
${page.body}
</article>
</main>
${contentsOf(page.body)}
</div>
</body>
</html>
`;
}
