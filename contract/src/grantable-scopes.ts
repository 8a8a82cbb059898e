import { type Action, actions, type EffectiveRole, scopeOf } from './access.ts';
import { type KeyScope, keyScopes } from './key-scopes.ts';
import { mutationNames, mutationOf } from './mutations.ts';

const grantingActions: Readonly<Record<Exclude<KeyScope, 'read'>, readonly Action[]>> = {
  'users:write': actionsOf('users'),
  'organisations:write': actionsOf('organisations'),
  'mappings:write': actionsOf('mappings'),
  'assessments:write': actionsOf('assessments'),
  'sso:write': actionsOf('sso'),
  'config:write': actionsOf('config'),
  'sensitive:write': mutationNames
    .map(mutationOf)
    .flatMap(({ action, isConfirmed, scopes }) => (action && isConfirmed && scopes.length > 0 ? [action] : [])),
};

function actionsOf(area: string): Action[] {
  return actions.filter((action) => action.startsWith(`${area}:`) && !/:(view|list)/.test(action));
}

/** The scopes that a user with this role may give to a key: `read`, and the areas in which the role can make changes. */
export const grantableScopes = (role: EffectiveRole): KeyScope[] =>
  keyScopes.filter(
    (scope) => scope === 'read' || grantingActions[scope].some((action) => scopeOf(role, action) !== null),
  );

/** The grantable scopes that a key of this role can use, which the console offers. */
export const offeredScopes = (role: EffectiveRole): KeyScope[] =>
  grantableScopes(role).filter((scope) => scope === 'read' || scope === 'sensitive:write' || isUsable(role, scope));

/** Whether a mutation that the role may run needs the scope. */
const isUsable = (role: EffectiveRole, scope: Exclude<KeyScope, 'read'>): boolean =>
  mutationNames
    .map(mutationOf)
    .some(({ action, scopes }) => action && scopes.includes(scope) && scopeOf(role, action) !== null);
