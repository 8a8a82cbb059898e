import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Action, roles, scopeOf } from '@console/contract/access';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { type ErrorCode, errorCodes } from '@console/contract/errors';
import { type MutationName, mutationOf } from '@console/contract/mutations';
import { fieldActions } from '@console/gateway/graphql/field-access';
import { type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType } from 'graphql';
import { root } from '../steps.ts';
import { capitalised } from './markup.ts';
import { enumNamed, schema } from './schema.ts';

const allCalls: Call[] = [...Object.values<Call>(calls), ...Object.values<Call>(extensionCalls)];
/** REST calls by the name in docs/graphql-rest-calls.md. */
const callNamed = new Map(
  allCalls.map((call) => [call.item.startsWith('REST') ? call.item : `\`${call.method} ${call.path}\``, call]),
);
const callerItem = 'REST-3';

const [usualCalls = ''] = readFileSync(join(root, 'docs/graphql-rest-calls.md'), 'utf8').split(
  '## Calls in other cases',
);

const recorded = new Map(
  [...usualCalls.matchAll(/^\| `([\w.]+)` \| (.+) \|$/gm)].map(
    ([, field = '', cell = '']) => [field, cell.split(', ')] as const,
  ),
);

/** REST calls of a field; `field` is a query, a mutation or `Type.field`. */
export const callsOf = (field: string): Call[] =>
  (recorded.get(field) ?? []).flatMap((name) => callNamed.get(name) ?? []);

export const reachOf = (action: Action): { role: string; reach: string }[] =>
  roles.map(({ key, name }) => {
    const scope = scopeOf({ role: key }, action);
    return { role: name, reach: scope === null ? '–' : scope === 'any' ? 'every organisation' : 'their own' };
  });

export const actionOf = (type: string, field: string): Action | null =>
  type === 'Mutation'
    ? mutationOf(field as MutationName).action
    : type === 'Query' || type === 'Organisation'
      ? (fieldActions[type][field] ?? null)
      : null;

export function whoLine(action: Action | null): string {
  if (action === null) return '';
  const groups = ['every organisation', 'their own'].map((wanted) => {
    const own = reachOf(action).filter(({ reach }) => reach === wanted);
    return own.length > 0 ? `${own.map(({ role }) => `${role}s`).join(', ')}: ${wanted}` : '';
  });
  return groups.filter(Boolean).join('; ');
}

export const commonCodes: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'QUERY_INVALID',
  'TOO_COSTLY',
  'FACTOR_REQUIRED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_BAD_RESPONSE',
  'INTERNAL',
];

function describedTexts(fields: readonly (GraphQLArgument | GraphQLInputField)[], seen = new Set<string>()): string {
  return fields
    .flatMap(({ description, type }) => {
      const named = getNamedType(type);
      if (!isInputObjectType(named) || seen.has(named.name)) return [description ?? ''];
      seen.add(named.name);
      return [description ?? '', named.description ?? '', describedTexts(Object.values(named.getFields()), seen)];
    })
    .join(' ');
}

export interface CodeRow {
  code: ErrorCode;
  status: number;
  text: string;
}

/** Turns a clause of the contract into a sentence. */
const row = (code: ErrorCode, text = enumNamed('ErrorCode').getValue(code)?.description ?? ''): CodeRow => ({
  code,
  status: errorCodes[code],
  text: `${capitalised(text)}${text.endsWith('.') ? '' : '.'}`,
});

/** Error codes of a query or mutation without the common ones, from its descriptions and calls. */
export function codesOf(type: string, name: string): CodeRow[] {
  const field = (type === 'Mutation' ? schema.getMutationType() : schema.getQueryType())?.getFields()[name];
  if (!field) return [];
  const codes = new Map<ErrorCode, CodeRow>();
  const add = (code: ErrorCode, text?: string) => {
    if (!commonCodes.includes(code) && !codes.has(code)) codes.set(code, row(code, text));
  };
  const made = callsOf(name).filter(
    ({ item, method, kind }) => item !== callerItem && (type !== 'Mutation' || kind !== 'read' || method === 'POST'),
  );
  for (const call of made) for (const [code, text] of Object.entries(call.failures ?? {})) add(code as ErrorCode, text);
  const text = `${field.description} ${describedTexts(field.args)}`;
  for (const word of text.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g) ?? []) if (word in errorCodes) add(word as ErrorCode);
  if (actionOf(type, name) !== null) add('FORBIDDEN');
  if (field.args.some(({ name: argument }) => /^(id|userId|organisationId|input)$/.test(argument))) add('NOT_FOUND');
  if (field.args.length > 0) add('INVALID');
  if (type !== 'Mutation') return [...codes.values()];
  const { scopes, isConfirmed, idempotency } = mutationOf(name as MutationName);
  add('FORBIDDEN');
  add('CAPABILITY_UNAVAILABLE');
  const hasPassword = field.args.some(({ name: argument }) => argument === 'currentPassword');
  if (isConfirmed || hasPassword || text.includes('currentPassword')) add('WRONG_PASSWORD');
  if (scopes.length > 0 && idempotency !== 'none') {
    add('CONFLICT');
    add('IDEMPOTENCY_CONFLICT');
  }
  return [...codes.values()];
}
