/** The texts of the repository that people read, each with its place. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, visit } from 'graphql';
import { marked, type Token } from 'marked';
import { type Comment, parseSync } from 'oxc-parser';
import { readSourceFiles, type SourceFile } from '../source-files.ts';
import { root } from '../steps.ts';

/** The kind of a text. Each kind has its own rules. */
export type Body =
  | Internal
  | 'console'
  | 'email'
  | 'message'
  | 'schema'
  | 'contract'
  | 'guide'
  | 'decision'
  | 'reference';
type Internal = 'comment' | 'test' | 'commit';

export interface Text {
  body: Body;
  /** From the root, with forward slashes. */
  path: string;
  line: number;
  /** The text, with `…` for each value. */
  text: string;
  /** Whether the text is the message of a failure, which is a sentence. */
  isMessage?: boolean;
  /** For a description: the names of the described type and field. */
  names?: string;
}

const value = '…';
const lineOf = (source: string, offset: number): number => {
  let line = 1;
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
};
/** Code in backticks counts as a value. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, value);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Functions that create a failure, with the position of the message among their arguments. */
const failures: Record<string, number> = {
  conflict: 0,
  forbidden: 0,
  refused: 0,
  refusedWithCode: 1,
  failure: 1,
  GraphQLError: 0,
  StartError: 0,
  UsageError: 0,
};
/** Attributes and calls with texts that are not shown. */
const codeAttributes = /^(className|rel|style|styles|classNames|id|key|href|to|path|type|name|role|d|viewBox|data-.*)$/;
const codeCalls = /^(graphql|gql|sql|require|RegExp|URL|globSync|lazyPart)$/;

type Child = { type: string; start: number } & Record<string, unknown>;
const isNode = (given: unknown): given is Child =>
  typeof given === 'object' && given !== null && typeof (given as { type?: unknown }).type === 'string';
const childrenOf = (node: Child): Child[] =>
  Object.values(node).flatMap((part) => (Array.isArray(part) ? part.filter(isNode) : isNode(part) ? [part] : []));
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node.name);
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return '';
};

/** Text of a literal with values as `…`; undefined for other nodes. */
function literalText(node: Child): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  const quasis = node.quasis as { value: { cooked: string | null } }[];
  return quasis.map(({ value: { cooked } }) => cooked ?? '').join(value);
}

/** Text of an element's children, with `…` for each value. */
function elementText(children: readonly Child[]): string {
  const texts = children.map((child) => {
    if (child.type === 'JSXText') return String(child.value);
    if (child.type !== 'JSXExpressionContainer') return value;
    const { expression } = child as unknown as { expression: Child };
    return expression.type === 'JSXEmptyExpression' ? '' : (literalText(expression) ?? value);
  });
  return oneLine(texts.join(''));
}

/** Whether a literal in code is a text to read: several words, or one word with a capital. */
const isRead = (text: string): boolean =>
  !/\(\?:|\b(redis\.call|[a-z]+\(\)|select|insert into)\b|[a-z-]+:\s?\S+;/.test(text) &&
  /^[\p{L}\p{N}“‘"'(#…]/u.test(text) &&
  /\p{L}{2}/u.test(text) &&
  (/\S \S/.test(text) || /^\p{Lu}\p{Ll}+$/u.test(text));

function codeTexts({ path, text: source }: SourceFile, program: Child, body: Body): Text[] {
  const found: Text[] = [];
  const add = (node: Child, text: string, isMessage: boolean) => {
    const shown = oneLine(body === 'console' ? text : withoutCode(text));
    if (isRead(shown)) found.push({ body, path, line: lineOf(source, node.start), text: shown, isMessage });
  };
  const walk = (node: Child, isMessage = false): void => {
    const text = literalText(node);
    if (text !== undefined) add(node, text, isMessage);
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        if (node.source) return;
        break;
      case 'TSLiteralType':
      case 'TaggedTemplateExpression':
        return;
      case 'Property':
        walk(node.value as Child, isMessage);
        return;
      case 'CallExpression':
      case 'NewExpression': {
        const name = nameOf(node.callee);
        if (codeCalls.test(name)) return;
        for (const [place, argument] of (node.arguments as Child[]).entries()) walk(argument, failures[name] === place);
        walk(node.callee as Child);
        return;
      }
      case 'JSXAttribute': {
        if (codeAttributes.test(nameOf(node.name))) return;
        break;
      }
      case 'JSXElement':
      case 'JSXFragment': {
        const children = node.children as Child[];
        if (children.some(({ type }) => type === 'JSXText')) add(node, elementText(children), false);
        for (const child of [...children, ...(isNode(node.openingElement) ? [node.openingElement] : [])])
          if (child.type !== 'JSXText' && !isTextOnly(child)) walk(child);
        return;
      }
    }
    for (const child of childrenOf(node)) walk(child, isMessage && node.type === 'ConditionalExpression');
  };
  walk(program);
  return found;
}

const isTextOnly = ({ type, expression }: Child): boolean =>
  type === 'JSXExpressionContainer' && isNode(expression) && literalText(expression) !== undefined;

const emailPath = /\/[\w-]+-mail-texts\.ts$|\/notice-(rules|mail)\.ts$/;

const operatorPath = /\/(operator|doctor|check-api)\/|\/(settings|setting-list|metric-list|[\w-]+-metrics)\.ts$/;

const unreadPaths = /^(bench|e2e)\/|\/(demo|migrations|generated|testing)\/|\/(flag-words|dialling-code)\.ts$/;

function bodyOf({ path, isTest }: SourceFile): Body | undefined {
  if (isTest || unreadPaths.test(path)) return undefined;
  if (path.startsWith('web/src/') || path.startsWith('web/sandbox/')) return 'console';
  if (path.startsWith('contract/src/calls/') || path.startsWith('contract/src/api-document/')) return 'contract';
  if (emailPath.test(path)) return 'email';
  if (operatorPath.test(path)) return 'guide';
  return /^(contract|server-base|platform|gateway)\/src\//.test(path) ? 'message' : undefined;
}

function commentTexts({ path, text: source }: SourceFile, comments: readonly Comment[]): Text[] {
  return comments.map(({ value: text, start }) => ({
    body: 'comment',
    path,
    line: lineOf(source, start),
    text: oneLine(text.replaceAll(/^\s*\*/gm, '')),
  }));
}

const isTestCall = (callee: unknown): boolean =>
  isNode(callee) &&
  (callee.type === 'Identifier'
    ? /^(test|it|describe)$/.test(String(callee.name))
    : isTestCall(callee.type === 'MemberExpression' ? callee.object : callee.callee));

function titleTexts({ path, text: source }: SourceFile, program: Child): Text[] {
  const found: Text[] = [];
  const walk = (node: Child): void => {
    const [first] = node.type === 'CallExpression' && isTestCall(node.callee) ? (node.arguments as Child[]) : [];
    const text = first && literalText(first);
    if (text) found.push({ body: 'test', path, line: lineOf(source, node.start), text: oneLine(text) });
    for (const child of childrenOf(node)) walk(child);
  };
  walk(program);
  return found;
}

function schemaTexts(): Text[] {
  const path = 'schema.graphql';
  const texts: Text[] = [];
  visit(parse(readFileSync(join(root, path), 'utf8')), {
    StringValue: ({ value: text, loc }, key, _parent, _path, above) => {
      if (key !== 'description') return;
      const names = above.flatMap((node) => ('name' in node ? (node.name?.value ?? []) : [])).join(' ');
      texts.push({ body: 'schema', path, line: loc?.startToken.line ?? 0, text: oneLine(withoutCode(text)), names });
    },
  });
  return texts;
}

/** The customer's text and generated pages. */
const otherPages = /^docs\/(specification|requirements|product-api|graphql-rest-calls|security-tests)\.md$/;

/** Tables of steps and cases that tests follow. */
const referencePages = /^docs\/(protocols|cases|asvs)\.md$/;

function inlineText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'codespan') return value;
      if (token.type === 'html') return ' ';
      if (token.type === 'br') return '\n';
      return 'tokens' in token && token.tokens ? inlineText(token.tokens) : 'text' in token ? String(token.text) : '';
    })
    .join('');
}

interface Cell {
  text: string;
  tokens: Token[];
}

/** The paragraphs, headings, list items and table cells of a page, with the source of each. */
function blocksOf(tokens: readonly Token[]): { raw: string; text: string }[] {
  return tokens.flatMap((token) => {
    if (token.type === 'list') return blocksOf((token as { items: Token[] }).items);
    if (token.type === 'table') {
      const { header, rows } = token as unknown as { header: Cell[]; rows: Cell[][] };
      return [header, ...rows].flat().map(({ text, tokens: inside }) => ({ raw: text, text: inlineText(inside) }));
    }
    if (token.type === 'code' || token.type === 'html') return [];
    const inside = 'tokens' in token && token.tokens ? token.tokens : [];
    if (token.type === 'list_item' || token.type === 'blockquote') return blocksOf(inside);
    return inside.length > 0 ? [{ raw: token.raw.trim(), text: inlineText(inside) }] : [];
  });
}

function guideTexts(): Text[] {
  const paths = globSync('{*.md,docs/**/*.md,deploy/**/*.md}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  return paths
    .filter((path) => !otherPages.test(path))
    .sort()
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      let from = 0;
      return blocksOf(marked.lexer(source)).map(({ raw, text }): Text => {
        const [first = ''] = raw.split('\n');
        const at = source.indexOf(first, from);
        if (at >= 0) from = at;
        const body = referencePages.test(path)
          ? 'reference'
          : path.startsWith('docs/decisions/')
            ? 'decision'
            : 'guide';
        return { body, path, line: lineOf(source, from), text: oneLine(text) };
      });
    });
}

/** Subjects of later commits are read; none without Git, or in a clone that does not have this commit. */
const lastUnread = '6bdaa6a0e45e14dbd1478898a21be365f1ffd2b9';

function commitTexts(): Text[] {
  const log = spawnSync('git', ['log', '--format=%s', `${lastUnread}..`], { cwd: root, encoding: 'utf8' });
  const subjects = log.status === 0 ? log.stdout.split('\n').filter(Boolean) : [];
  return subjects.map((text, index) => ({ body: 'commit', path: 'git log', line: index + 1, text }));
}

/** All texts, or the texts of files with a path that begins with one of `prefixes`. */
export function readTexts(prefixes: readonly string[]): Text[] {
  const isWanted = ({ path }: { path: string }) =>
    prefixes.length === 0 || prefixes.some((prefix) => path.startsWith(prefix));
  const files = readSourceFiles().filter(isWanted);
  return [
    ...[...schemaTexts(), ...guideTexts(), ...commitTexts()].filter(isWanted),
    ...files.flatMap((file) => {
      const { program, comments } = parseSync(file.path, file.text);
      const body = bodyOf(file);
      return [
        ...(body ? codeTexts(file, program as unknown as Child, body) : []),
        ...(file.isTest ? titleTexts(file, program as unknown as Child) : []),
        ...commentTexts(file, comments),
      ];
    }),
  ];
}

const specification = readFileSync(join(root, 'docs/specification.md'), 'utf8');

/** Whether the text is in the specification and must not change. A single word does not count as a text. */
export const isSpecified = (text: string): boolean => text.includes(' ') && specification.includes(text);
