/** Checks the guides: links, anchors and names of pages lead somewhere, the operator commands that they name exist, and decisions have their headings. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorOf } from './docs/markup.ts';
import { readSourceFiles } from './source-files.ts';
import { root } from './steps.ts';

interface TextFile {
  /** From the root, with forward slashes. */
  path: string;
  text: string;
}

const slashed = (path: string) => normalize(path).replaceAll('\\', '/');

function readFiles(pattern: string): TextFile[] {
  const paths = globSync(pattern, { cwd: root, exclude: ['**/node_modules', '**/dist', '.state'] });
  return paths
    .map((path) => slashed(path))
    .filter((path) => statSync(join(root, path)).isFile())
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

const withoutCode = (markdown: string) =>
  markdown
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^(?: {4}|\t).*(?=\n|$)/gm, (line) => (/^\s+(?:[-*]|\d+\.) |\]\(/.test(line) ? line : ''));

/** The anchors of the headings of a page; further ones of the same name are numbered, as on GitHub. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(markdown).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading);
    let found = anchor;
    for (let number = 1; anchors.has(found); number += 1) found = `${anchor}-${number}`;
    anchors.add(found);
  }
  return anchors;
}

const pages = readFiles('**/*.md');
const anchorsByPath = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]));

/** Why a link from a page leads nowhere. */
function faultOf(from: string, target: string): string | undefined {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : slashed(join(dirname(from), file));
  if (!existsSync(join(root, path))) return 'which does not exist';
  if (anchor !== undefined && !anchorsByPath.get(path)?.has(anchor)) return 'but no heading has that anchor';
  return undefined;
}

function linkFaults({ path, text }: TextFile): string[] {
  const links = withoutCode(text)
    .replace(/`[^`\n]*`/g, '')
    .matchAll(/\]\(([^()\s]+)\)|(?:src|srcset|href)="([^"]+)"/g);
  return [...links].flatMap(([, inline, attribute]) => {
    const target = inline ?? attribute ?? '';
    if (/^[a-z]+:/.test(target)) return [];
    const fault = faultOf(path, target);
    return fault ? [`${path} links to ${target}, ${fault}`] : [];
  });
}

/** Comments, messages and configuration name a page of `docs`, which the build may have to write, and sometimes one of its headings, in quotation marks after a comma. */
function namedFaults({ path, text }: TextFile): string[] {
  return [...text.matchAll(/(?<![\w./-])(docs\/[\w./-]+\.md)(?:\)?, \\?"([A-Z][^"\\\n]*)\\?")?/g)].flatMap(
    ([, page = '', heading]) => {
      if (page !== 'docs/product-api.md' && !existsSync(join(root, page)))
        return [`${path} names ${page}, which does not exist`];
      if (heading && !anchorsByPath.get(page)?.has(anchorOf(heading)))
        return [`${path} names "${heading}" of ${page}, which has no such heading`];
      return [];
    },
  );
}

/** Comments and pages name a decision by its number. */
const numberFaults = ({ path, text }: TextFile): string[] =>
  [...text.matchAll(/(?:docs\/decisions\/|\b[Dd]ecision )(\d{4})\b/g)]
    .filter(([, number]) => !pages.some((page) => page.path.startsWith(`docs/decisions/${number}-`)))
    .map(([, number]) => `${path} names decision ${number}, which does not exist`);

/** Links of Markdown to a file or a heading, and pages named elsewhere, that do not exist. */
const linkProblems = (): string[] => [
  ...pages.flatMap(linkFaults),
  ...[...readSourceFiles(), ...pages].flatMap(numberFaults),
  ...[...readSourceFiles(), ...readFiles('deploy/**/*'), ...readFiles('*.ts')].flatMap(namedFaults),
];

/** Decisions that the index does not list by their title, and headings that they lack. */
function decisionProblems(): string[] {
  const folder = 'docs/decisions/';
  const index = pages.find(({ path }) => path === `${folder}README.md`)?.text ?? '';
  return pages
    .filter(({ path }) => path.startsWith(folder) && !path.endsWith('README.md'))
    .flatMap(({ path, text }) => {
      const title = /^# (.+)/.exec(text)?.[1] ?? '';
      const missing = ['Context', 'Decision', 'Alternatives', 'Consequences'].filter(
        (heading) => !text.includes(`\n## ${heading}\n`),
      );
      return [
        ...(index.includes(`[${title}](${path.slice(folder.length)})`) ? [] : [`${path} is not in the index`]),
        ...missing.map((heading) => `${path} has no heading ${heading}`),
      ];
    });
}

const operatorPage = 'docs/operating/running.md';

/** Operator commands that a page names and that do not exist, and those that the table of the operator's page lacks. */
function commandProblems(): string[] {
  const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
  const [, list = ''] = /const operatorTasks = \[([^\]]*)\]/.exec(textOf('tools/run.ts')) ?? [];
  const commands = [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
  if (commands.length === 0) return ['tools/run.ts has no list of operator commands'];
  const [, table = ''] = textOf(operatorPage).split('\n## Operator commands\n');
  const rows = table.split('\n').filter((line) => line.startsWith('| `console '));
  return [
    ...commands
      .filter((name) => !rows.some((row) => new RegExp(`^[^|]*\\|[^|]*\\b${name}\\b`).test(row)))
      .map((name) => `${operatorPage}, "Operator commands", lacks ${name}`),
    ...pages
      .filter(({ path }) => path.startsWith('docs/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/(?:`|^ {4,}|["'] ?)console (?:(?:gateway|platform) )?([a-z][a-z-]+)(?=[ `\n"'])/gm)]
          .map(([, name = '']) => name)
          .filter((name) => !commands.includes(name))
          .map((name) => `${path} names the operator command ${name}, which does not exist`),
      ),
  ];
}

const problems = [...linkProblems(), ...decisionProblems(), ...commandProblems()];
for (const problem of problems) console.log(problem);
console.log(`guides: ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
