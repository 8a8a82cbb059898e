/** Checks the guides: links, anchors and names of pages lead somewhere, the operator commands that they name exist, and decisions have their headings. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { AuditAction } from '@console/contract/audit-actions';
import { sessionEnds } from '@console/contract/errors';
import { schemaActionName } from '@console/contract/event-form';
import { settingEmails } from '@console/contract/organisation-settings';
import { tables } from '@console/platform/core/database/schema';
import { marked, type Token } from 'marked';
import { anchorOf } from './docs/markup.ts';
import { readSourceFiles } from './source-files.ts';
import { root } from './steps.ts';

interface TextFile {
  /** From the root, with forward slashes. */
  path: string;
  text: string;
}

const slashed = (path: string) => normalize(path).replaceAll('\\', '/');

const readFiles = (pattern: string): TextFile[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules', '**/dist', '.state'] })
    .filter((path) => statSync(join(root, path)).isFile())
    .sort()
    .map((path) => ({ path: slashed(path), text: readFileSync(join(root, path), 'utf8') }));

const pages = readFiles('**/*.md').map((page) => {
  const tokens: Token[] = [];
  marked.walkTokens(marked.lexer(page.text), (token) => void tokens.push(token));
  return { ...page, tokens };
});

/** The anchors of the headings of a page; further ones of the same name are numbered, as on GitHub. */
function anchorsOf(tokens: readonly Token[]): Set<string> {
  const anchors = new Set<string>();
  for (const token of tokens.filter(({ type }) => type === 'heading')) {
    const anchor = anchorOf('text' in token ? token.text : '');
    let found = anchor;
    for (let number = 1; anchors.has(found); number += 1) found = `${anchor}-${number}`;
    anchors.add(found);
  }
  return anchors;
}
const anchorsByPath = new Map(pages.map(({ path, tokens }) => [path, anchorsOf(tokens)]));

const targetsOf = (token: Token): string[] => {
  if (token.type === 'link' || token.type === 'image') return [token.href];
  if (token.type !== 'html') return [];
  return [...token.raw.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(([, target = '']) => target);
};

const linkProblems = pages.flatMap(({ path: from, tokens }) =>
  tokens
    .flatMap(targetsOf)
    .filter((target) => !/^[a-z]+:/.test(target))
    .flatMap((target) => {
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? from : slashed(join(dirname(from), file));
      if (!existsSync(join(root, path))) return [`${from} links to ${target}, which does not exist`];
      const isMissing = anchor !== undefined && !anchorsByPath.get(path)?.has(anchor);
      return isMissing ? [`${from} links to ${target}, but no heading has that anchor`] : [];
    }),
);

/** Pages of `docs` (even unbuilt), and a heading in quotation marks after a comma, in comments, messages and configuration. */
const namedProblems = [...readSourceFiles(), ...readFiles('deploy/**/*'), ...readFiles('*.ts')].flatMap(
  ({ path, text }) =>
    [...text.matchAll(/(?<![\w./-])(docs\/[\w./-]+\.md)(?:\)?, \\?"([A-Z][^"\\\n]*)\\?")?/g)].flatMap(
      ([, page = '', heading]) => {
        if (page !== 'docs/product-api.md' && !existsSync(join(root, page)))
          return [`${path} names ${page}, which does not exist`];
        if (heading && !anchorsByPath.get(page)?.has(anchorOf(heading)))
          return [`${path} names "${heading}" of ${page}, which has no such heading`];
        return [];
      },
    ),
);

const numberProblems = [...readSourceFiles(), ...pages].flatMap(({ path, text }) =>
  [...text.matchAll(/(?:docs\/decisions\/|\b[Dd]ecision )(\d{4})\b/g)]
    .filter(([, number]) => !pages.some((page) => page.path.startsWith(`docs/decisions/${number}-`)))
    .map(([, number]) => `${path} names decision ${number}, which does not exist`),
);

const textOf = (path: string) => pages.find((page) => page.path === path)?.text ?? '';

/** Decisions that the index does not list by title, and missing headings. */
const decisionProblems = pages
  .filter(({ path }) => /^docs\/decisions\/\d/.test(path))
  .flatMap(({ path, text }) => {
    const link = `[${/^# (.+)/.exec(text)?.[1]}](${path.replace('docs/decisions/', '')})`;
    const headings = ['Context', 'Decision', 'Alternatives', 'Consequences'];
    return [
      ...(textOf('docs/decisions/README.md').includes(link) ? [] : [`${path} is not in the index`]),
      ...headings
        .filter((heading) => !text.includes(`\n## ${heading}\n`))
        .map((heading) => `${path} has no heading ${heading}`),
    ];
  });

/** Unknown operator commands on a page, and commands that package.json or the operator's table lacks. */
function commandProblems(): string[] {
  const { stderr } = spawnSync(process.execPath, ['platform/src/operate.ts'], { cwd: root, encoding: 'utf8' });
  const commands = /Commands: (.*)\./.exec(stderr)?.[1]?.split(', ') ?? [];
  if (commands.length === 0) return ['platform/src/operate.ts does not say which commands there are'];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const [, table = ''] = textOf('docs/operating/running.md').split('\n## Operator commands\n');
  const rows = table.split('\n').filter((line) => line.startsWith('| `console '));
  return [
    ...commands.filter((name) => !(name in scripts)).map((name) => `package.json has no script ${name}`),
    ...commands
      .filter((name) => !rows.some((row) => new RegExp(`^[^|]*\\|[^|]*\\b${name}\\b`).test(row)))
      .map((name) => `docs/operating/running.md, "Operator commands", lacks ${name}`),
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

/** Actions that are emailed, and tables with rows that are deleted after more than a day, if the guide about the activity leaves them out. */
function activityProblems(): string[] {
  const guide = textOf('docs/operating/activity.md');
  const actions = readFiles('platform/src/*/notice-rules.ts')
    .flatMap(({ text }) => [...text.matchAll(/^ {2}'(\w+:\w+)': /gm)].map(([, action = '']) => action))
    .concat(Object.values(settingEmails).map(({ event }) => event));
  const expiring = Object.entries(tables).filter(([, { kept }]) => kept.some(({ days }) => days > 1));
  return [...actions.map((action) => schemaActionName(action as AuditAction)), ...expiring.map(([table]) => table)]
    .filter((name) => !guide.includes(`\`${name}\``))
    .map((name) => `docs/operating/activity.md lacks ${name}`);
}

/** Pages, tabs and buttons of the console that a guide names in italics, but the console does not have. */
function pageNameProblems(): string[] {
  const names = new Set(
    [...readSourceFiles(), ...readFiles('contract/src/rules.ts')]
      .filter(({ path }) => /^(web|contract)\/src\//.test(path))
      .flatMap(({ text }) => [...text.matchAll(/(?<=['`>]|^\s+)[A-Z][\w ()]+(?=['`<]|$)/gm)].map(([name]) => name)),
  );
  const named =
    /\b(?:pages?|tabs?|under|chooses?) (\*{1,2})([A-Z][^*\n]+)\1|(\*{1,2})([A-Z][^*\n]+)\3 (?:page|tab)s?\b/g;
  return pages
    .filter(({ path }) => /^docs\/(operating\/|integrating)/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(named)]
        .flatMap(([, , after, , before]) => (after ?? before ?? '').split(' → '))
        .filter((name) => !names.has(name))
        .map((name) => `${path} names the page ${name}, which the console does not have`),
    );
}

/** Members of a list in the code that the guide with this list leaves out, and files that a configuration names in vain. */
function listProblems(): string[] {
  const guide = textOf('docs/integrating.md');
  const schema = readFileSync(join(root, 'schema.graphql'), 'utf8');
  const statuses = readFiles('gateway/src/graphql/*.ts')
    .concat(readFiles('gateway/src/http/graphql.ts'))
    .flatMap(({ text }) => [...text.matchAll(/\bresponseStatus: (4\d\d)/g)].map(([, status = '']) => status));
  const mutants: Record<string, Record<string, string[]>> = JSON.parse(
    readFileSync(join(root, 'tools/mutants.json'), 'utf8'),
  );
  const mutated = Object.values(mutants).flatMap((packages) =>
    Object.entries(packages).flatMap(([folder, patterns]) =>
      patterns.flatMap((pattern) => expand(`${folder}/${pattern}`)),
    ),
  );
  return [
    ...sessionEnds
      .filter((end) => !guide.includes(`\`${end}\``) || !schema.includes(end))
      .map((end) => `docs/integrating.md or schema.graphql lacks the sessionEnd ${end}`),
    ...[...new Set(statuses)]
      .filter((status) => !guide.includes(`| ${status} |`))
      .map((status) => `docs/integrating.md lacks the status ${status}`),
    ...mutated.filter((path) => !existsSync(join(root, path))).map((path) => `tools/mutants.json names ${path}`),
  ];
}

/** The paths of a pattern with one list in braces. */
const expand = (pattern: string): string[] => {
  const [, before = '', names, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return names === undefined ? [pattern] : names.split(',').map((name) => before + name + after);
};

const problems = [
  ...linkProblems,
  ...namedProblems,
  ...numberProblems,
  ...decisionProblems,
  ...commandProblems(),
  ...listProblems(),
  ...activityProblems(),
  ...pageNameProblems(),
];
for (const problem of problems) console.log(problem);
console.log(`guides: ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
