/** Who may do what: SPEC.md section 6 and the matrix of routes, roles and actions. Gateway and platform both enforce this table. */

/** The five roles, highest first. The level is the place in this list, from 1 (SPEC 6). */
export const roles = [
  { key: 'ADMINISTRATOR', name: 'Administrator', level: 1 },
  { key: 'ARCHITECT', name: 'Architect', level: 2 },
  { key: 'ORGANISER', name: 'Organiser', level: 3 },
  { key: 'ASSESSOR', name: 'Assessor', level: 4 },
  { key: 'AUDITEE', name: 'Auditee', level: 5 },
] as const;

/** The stable name of a role. */
export type RoleKey = (typeof roles)[number]['key'];

/** Whose objects an action reaches: those of every organisation, or those of the caller's own. */
export type Scope = 'any' | 'own';

const table = {
  'organisations:list': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'organisations:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own', AUDITEE: 'own' },
  'organisations:create': { ADMINISTRATOR: 'any' },
  'organisations:edit': { ADMINISTRATOR: 'any' },
  'organisations:enable': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'organisations:disable': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'organisations:changeOrganiser': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'organisations:viewSeniorManagement': {
    ADMINISTRATOR: 'any',
    ARCHITECT: 'any',
    ORGANISER: 'own',
    ASSESSOR: 'own',
  },
  'organisations:nominate': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'users:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:create': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:edit': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:upload': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:activate': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:deactivate': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:inviteExternal': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:mapExternal': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'mappings:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'mappings:invite': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'mappings:answer': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'assessments:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'assessments:changeStatus': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'sso:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'sso:edit': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'config:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'config:edit': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'modules:controller': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
} as const satisfies Record<string, Partial<Record<RoleKey, Scope>>>;

/** Something a role may or may not do, as `area:verb`. */
export type Action = keyof typeof table;

/** Every action of the table, for tests and documentation. */
export const actions = Object.keys(table) as Action[];

/** What an Assessor may not do with ASSESSOR_MANAGES_USERS off: they still list, view, activate and deactivate (CHECKLIST OPEN-18, OPEN-46). */
const managing: readonly Action[] = ['users:create', 'users:edit', 'users:upload', 'users:inviteExternal', 'sso:edit'];

/** Somebody's role, and what the operator keeps from it. */
export interface Holder {
  role: RoleKey | null;
  withheld?: readonly Action[] | undefined;
}

/** A role as the operator's settings leave it. */
export const holderOf = (role: RoleKey | null, settings: { assessorManagesUsers: boolean }): Holder =>
  role === 'ASSESSOR' && !settings.assessorManagesUsers ? { role, withheld: managing } : { role };

/** How far somebody reaches with an action; null when they may not do it at all. No role (an invited person) may do nothing. */
export const scopeOf = ({ role, withheld }: Holder, action: Action): Scope | null =>
  role === null || withheld?.includes(action)
    ? null
    : ((table[action] as Partial<Record<RoleKey, Scope>>)[role] ?? null);

/** Somebody who asks: their role and their organisation's id, both null where there is none. */
export interface Caller extends Holder {
  organisationId: string | null;
}

/** Whether somebody's role lets them give a role to others, or act on who has it: their own level and below (SPEC 5). */
export const reachesRole = (own: RoleKey | null, other: RoleKey | null): boolean =>
  own !== null && (other === null || levelOf(other) >= levelOf(own));

/**
 * Role first, then the organisation: `forbidden` whatever the id, then `notFound` for another organisation's object, so that nothing tells whether
 * it exists. Ids are compared as text.
 */
export function decide(caller: Caller, action: Action, organisationId: string): 'allowed' | 'forbidden' | 'notFound' {
  const scope = scopeOf(caller, action);
  if (scope === null) return 'forbidden';
  return scope === 'any' || caller.organisationId === organisationId ? 'allowed' : 'notFound';
}

const byName = new Map<string, RoleKey>(
  roles.flatMap(({ key, name }) => [
    [key, key],
    [name.toUpperCase(), key],
  ]),
);

/** The role that a product API names by `idStr` or label; numeric ids differ between installations and say nothing. Null when unknown. */
export const roleByName = (...names: (string | null | undefined)[]): RoleKey | null => {
  for (const name of names) {
    const key = name == null ? undefined : byName.get(name.trim().toUpperCase());
    if (key) return key;
  }
  return null;
};

/** 1 for Administrator … 5 for Auditee (SPEC 6). */
export const levelOf = (role: RoleKey): number => roles.findIndex(({ key }) => key === role) + 1;

/** Organiser or higher (SPEC 6). */
export const isOrganiserOrHigher = (role: RoleKey | null): boolean => role !== null && levelOf(role) <= 3;
