import { type Action, actions, type EffectiveRole, scopeOf } from './access.ts';

/** A word for those who may do all of its actions. */
type Words = readonly (readonly [string, readonly Action[]])[];

const verbs: Words = [
  ['creates', ['organisations:create']],
  ['edits', ['organisations:edit']],
  ['disables', ['organisations:enable', 'organisations:disable']],
];
/** Actions on own users; external users come with a mapping, and a provider blocks sign-ins. */
const ofUsers = actions.filter((action) => /^users:(?!list|view|unblock|\w*External)/.test(action));
const managed: Words = [
  ['users', ofUsers],
  ['mappings', ['mappings:invite', 'mappings:answer']],
  ['SSO', ['sso:edit']],
  ['configuration', ['config:edit']],
  ['API keys', ['keys:revoke', 'keys:confirm', 'orgKeys:create', 'orgKeys:rotate']],
];

/** Whether a role reaches every organisation with some action, not only its own. */
export const reachesAllOrganisations = (role: EffectiveRole): boolean =>
  actions.some((action) => scopeOf(role, action) === 'any');

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** What a role may do, in a line that is derived from the table of access. */
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

/** The actions that the lines of roles name. */
export const summarisedActions: ReadonlySet<Action> = new Set([...verbs, ...managed].flatMap(([, needed]) => needed));
