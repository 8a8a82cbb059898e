import { type Action, actions, type EffectiveRole, scopeOf } from './access.ts';

/** Words for roles, each with the actions that a role needs for it. */
type Words = readonly (readonly [string, readonly Action[]])[];

const verbs: Words = [
  ['creates', ['organisations:create']],
  ['edits', ['organisations:edit']],
  ['disables', ['organisations:enable', 'organisations:disable']],
];
/** Actions on own users. External users belong to mappings, and unblocking depends on an identity provider. */
const ofUsers = actions.filter((action) => /^users:(?!list|view|unblock|\w*External)/.test(action));
const managed: Words = [
  ['users', ofUsers],
  ['mappings', ['mappings:invite', 'mappings:answer']],
  ['SSO', ['sso:edit']],
  ['configuration', ['config:edit']],
  ['API keys', ['keys:revoke', 'keys:confirm', 'orgKeys:create', 'orgKeys:rotate']],
];

/** Whether some action of a role applies to every organisation, not only to its own. */
export const reachesAllOrganisations = (role: EffectiveRole): boolean =>
  actions.some((action) => scopeOf(role, action) === 'any');

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** A line about the permissions of a role, derived from the access table. */
export function roleSummary(role: EffectiveRole): string {
  const may = (needed: readonly Action[]) => needed.every((action) => scopeOf(role, action) !== null);
  const wordsOf = (all: Words) => all.flatMap(([word, needed]) => (may(needed) ? [word] : []));
  const [own, objects] = [wordsOf(verbs), wordsOf(managed)];
  const [where, it] = reachesAllOrganisations(role) ? ['All organisations', 'them'] : ['Own organisation', 'it'];
  const parts = objects.includes('users') ? [] : ofUsers.filter((action) => may([action]));
  const phrases = [
    ...(own.length > 0 ? [`${listed(own)} ${it}`] : []),
    ...(objects.length > 0 ? [`manages ${listed(objects)}`] : []),
    ...(parts.length > 0 ? [`${listed(parts.map((action) => `${action.split(':')[1]}s`))} users`] : []),
  ];
  return `${where}: ${phrases.join(', and ') || 'view only'}`;
}

/** The actions that the role summaries mention. */
export const summarisedActions: ReadonlySet<Action> = new Set([...verbs, ...managed].flatMap(([, needed]) => needed));
