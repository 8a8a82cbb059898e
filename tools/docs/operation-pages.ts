import type { Call } from '@console/contract/call';
import { type MutationName, mutationOf } from '@console/contract/mutations';
import type { GraphQLField } from 'graphql';
import { actionOf, callsOf, codesOf, commonCodes, reachOf } from './facts.ts';
import { inputTable, operationAddress, typeLink } from './field-parts.ts';
import { inline } from './guides.ts';
import { codeBlock, escapeHtml, type Html, heading, table } from './markup.ts';
import { type ReadyOperation, readyOperations } from './operations.ts';
import type { Page } from './page.ts';
import { areaOfField, schema } from './schema.ts';
import { languageNames, languages, snippetOf } from './snippets.ts';

function callList(made: readonly Call[]): Html {
  const nameOf = ({ method, path }: Call) => `<code>${method} ${escapeHtml(path)}</code>`;
  const rows = made.map((call) => [nameOf(call), inline(call.description)]);
  return table(['call', 'description'], rows, 'Calls of the product API') || '<p>None.</p>\n';
}

/** The URL of the sandbox with an operation, in the form that the console's command palette also uses. */
function inSandbox({ document, variables }: ReadyOperation): string {
  const given = new URLSearchParams({ query: document, variables: JSON.stringify(variables, null, 2) });
  return `/graphql#${given.toString().replaceAll('+', '%20')}`;
}

function readyBlock(operation: ReadyOperation): Html {
  const blocks = languageNames.map((language) => {
    const code = snippetOf[language](operation);
    return `<section class="snippet" data-language="${language}" aria-label="${languages[language]}"><h3>${languages[language]}</h3>\n${codeBlock(code, language, `${languages[language]}: ${operation.name}`)}</section>`;
  });
  return `<p class="actions"><a class="button" href="${escapeHtml(inSandbox(operation))}">Open in the sandbox</a></p>
<div class="snippets">${blocks.join('\n')}</div>\n`;
}

function accessSection(type: 'Query' | 'Mutation', name: string): Html {
  const action = actionOf(type, name);
  const parts = [heading(2, 'Permissions', 'who-may-use-it')];
  if (action === null) parts.push('<p>See the description above.</p>\n');
  else {
    const rows = reachOf(action).map(({ role, reach }) => [role, reach]);
    parts.push(
      `<p>Requires the permission <code>${action}</code>. See <a href="/docs/access/">Roles and permissions</a>.</p>\n`,
      table(['role', 'organisations'], rows, 'Permissions'),
    );
  }
  if (type === 'Query') return `${parts.join('')}<p>An API key requires the scope <code>read</code>.</p>\n`;
  const { scopes, scopeOfField, isConfirmed, idempotency } = mutationOf(name as MutationName);
  const named = scopes.map((scope) => `<code>${scope}</code>`).join(' and ');
  const field = scopeOfField && `, and with <code>${scopeOfField[0]}</code> also <code>${scopeOfField[1]}</code>`;
  const confirmed = isConfirmed && ', and <code>sensitive:write</code> instead of the password';
  const keys = named
    ? `<p>An <a href="/docs/scopes/">API key</a> requires ${named}${field ?? ''}${confirmed || ''}.</p>\n`
    : '<p>No API key scope covers this operation. The description says whether keys can use it. Most need a user session, as in the sandbox.</p>\n';
  const retry =
    idempotency === 'none'
      ? 'It does not accept an <code>Idempotency-Key</code>.'
      : 'Send an <a href="/docs/retries/"><code>Idempotency-Key</code></a> so that you can safely repeat it.';
  return `${parts.join('')}${keys}<p>${inline(retry)}</p>\n`;
}

function codeSection(type: 'Query' | 'Mutation', name: string): Html {
  const codes = codesOf(type, name);
  const rows = codes.map(({ code, status, text }) => [`<code>${code}</code>`, String(status), inline(text)]);
  const common = commonCodes.map((code) => `<code>${code}</code>`).join(', ');
  return `${heading(2, 'Error codes')}${table(['code', 'HTTP status', 'description'], rows, 'Error codes')}<p>Every operation can also return ${common}. <a href="/docs/errors/">Errors</a> explains what to do for each code.</p>\n`;
}

function operationPage(type: 'Query' | 'Mutation', field: GraphQLField<unknown, unknown>): Page {
  const ready = readyOperations.find(({ name, kind }) => kind === 'mutation' && name === field.name);
  const isMutation = type === 'Mutation';
  return {
    path: operationAddress(field.name),
    title: field.name,
    kind: isMutation ? 'mutation' : 'query',
    group: areaOfField.get(field.name) ?? '',
    text: field.description ?? '',
    body: [
      `<p class="lead">${inline(field.description ?? '')}</p>\n`,
      `<p>Returns ${typeLink(field.type)}.</p>\n`,
      ...(field.args.length > 0 ? [heading(2, 'Arguments'), inputTable(field.args, 'Arguments')] : []),
      ...(ready ? [heading(2, 'Example'), readyBlock(ready)] : []),
      accessSection(type, field.name),
      codeSection(type, field.name),
      heading(2, 'Calls of the product API'),
      callList(callsOf(field.name)),
    ].join(''),
  };
}

const screenPage = (operation: ReadyOperation): Page => ({
  path: `/docs/screens/${operation.name}/`,
  title: operation.name.replace(/Page$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
  kind: 'screen',
  group: '',
  text: `The query of the console's screen ${operation.name}.`,
  body: `<p class="lead">The query that this screen of the console sends, as one request. Copy the fields that you need.</p>\n${heading(2, 'Example')}${readyBlock(operation)}`,
});

export const operationPages = (): Page[] => [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => operationPage('Query', field)),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => operationPage('Mutation', field)),
  ...readyOperations.filter(({ kind }) => kind === 'screen').map(screenPage),
];
