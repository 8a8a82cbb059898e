/** Who may do what: SPEC.md section 6 and the matrix of routes, roles and actions. Gateway and platform both enforce this table. */

/** The five roles, highest first (SPEC 6). */
export const roles = [
  { key: 'ADMINISTRATOR', name: 'Administrator', level: 1 },
  { key: 'ARCHITECT', name: 'Architect', level: 2 },
  { key: 'ORGANISER', name: 'Organiser', level: 3 },
  { key: 'ASSESSOR', name: 'Assessor', level: 4 },
  { key: 'AUDITEE', name: 'Auditee', level: 5 },
] as const;

export type RoleKey = (typeof roles)[number]['key'];

/** The only role for which the product knows department leads. */
export const departmentLeadRole = 'AUDITEE' satisfies RoleKey;

export const organiserRole = 'ORGANISER' satisfies RoleKey;

/** The organisations that an action may reach: any, or the caller's own. */
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
  'users:list': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'users:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:create': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:edit': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:upload': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:activate': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:deactivate': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:unblock': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'users:inviteExternal': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'users:mapExternal': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'mappings:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'mappings:invite': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'mappings:answer': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'assessments:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'assessments:changeStatus': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'sso:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'sso:edit': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'sso:activate': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'config:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'config:edit': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
  'keys:view': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'keys:revoke': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'keys:confirm': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'orgKeys:create': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'orgKeys:rotate': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'webhooks:view': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'webhooks:create': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'webhooks:edit': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'webhooks:changeSecret': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'webhooks:test': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'webhooks:resend': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'webhooks:delete': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'scim:view': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'scim:edit': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'network:view': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'network:edit': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'security:view': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'security:end': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'reviews:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'reviews:start': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'reviews:decide': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own', ASSESSOR: 'own' },
  'reviews:end': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'reviews:cancel': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'privacy:copy': { ADMINISTRATOR: 'any', ORGANISER: 'own' },
  'privacy:erase': { ADMINISTRATOR: 'any' },
  'mails:view': { ADMINISTRATOR: 'any' },
  'audit:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'audit:setRetention': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'overview:view': { ADMINISTRATOR: 'any', ARCHITECT: 'any', ORGANISER: 'own' },
  'modules:controller': { ADMINISTRATOR: 'any', ARCHITECT: 'any' },
} as const satisfies Record<string, Partial<Record<RoleKey, Scope>>>;

export type Action = keyof typeof table;

export const actions = Object.keys(table) as Action[];

/** The actions that an Assessor does not have with ASSESSOR_MANAGES_USERS=off (CHECKLIST OPEN-18, OPEN-46). */
export const assessorManagement: readonly Action[] = [
  'users:create',
  'users:edit',
  'users:upload',
  'users:inviteExternal',
  'sso:edit',
];

export interface EffectiveRole {
  role: RoleKey | null;
  withheld?: readonly Action[] | undefined;
}

/** A role without the actions that the settings remove. */
export const effectiveRole = (role: RoleKey | null, settings: { assessorManagesUsers: boolean }): EffectiveRole =>
  role === 'ASSESSOR' && !settings.assessorManagesUsers ? { role, withheld: assessorManagement } : { role };

/** The scope of an action for a role; null when the role may not do it. A user without a role (an invited user) may do nothing. */
export const scopeOf = ({ role, withheld }: EffectiveRole, action: Action): Scope | null =>
  role === null || withheld?.includes(action)
    ? null
    : ((table[action] as Partial<Record<RoleKey, Scope>>)[role] ?? null);

/** The caller of a request. Role and organisation are null if the user has none. */
export interface RoleInOrganisation extends EffectiveRole {
  organisationId: string | null;
  /** Organisations of an external user that do not allow the IP address of the session. */
  closedOrganisations?: readonly number[];
}

/** Whether a user may assign a role, or manage a user who has it: only their own level and below (SPEC 5). */
export const mayManageRole = (callerRole: RoleKey | null, role: RoleKey | null): boolean =>
  callerRole !== null && (role === null || roleLevel(role) >= roleLevel(callerRole));

/** Whether a role is of the caller's own level or above: giving such a role gives all permissions of the caller. */
export const isOwnLevel = (callerRole: RoleKey | null, given: RoleKey | null): boolean =>
  callerRole !== null && given !== null && roleLevel(given) <= roleLevel(callerRole);

/** Checks the role (`forbidden` for any id), then the organisation (`notFound`), so that neither reveals whether an object exists. */
export function decideAccess(
  caller: RoleInOrganisation,
  action: Action,
  organisationId: string,
): 'allowed' | 'forbidden' | 'notFound' {
  const scope = scopeOf(caller, action);
  if (scope === null) return 'forbidden';
  if (caller.closedOrganisations?.includes(Number(organisationId))) return 'notFound';
  return scope === 'any' || caller.organisationId === organisationId ? 'allowed' : 'notFound';
}

/** The role with this `idStr` or label, without regard to case; null if unknown. Numeric ids differ between installations and are never compared. */
export const roleByName = (...names: (string | null | undefined)[]): RoleKey | null => {
  for (const name of names) {
    const text = name?.trim().toUpperCase();
    const role = roles.find(({ key }) => key === text);
    if (role) return role.key;
  }
  return null;
};

/** 1 for Administrator … 5 for Auditee (SPEC 6). */
export const roleLevel = (role: RoleKey): number => roles.findIndex(({ key }) => key === role) + 1;

/** Organiser or higher (SPEC 6). */
export const isOrganiserOrHigher = (role: RoleKey | null): boolean => role !== null && roleLevel(role) <= 3;

/** The roles that a key of an organisation may have: at most Organiser, so never above the role of its creator. */
export const organisationKeyRoles: readonly RoleKey[] = ['ORGANISER', 'ASSESSOR', 'AUDITEE'];

/** The highest role of a key of an organisation that takes the place of a user's key: not above the role of the owner or of the caller. Null if the caller cannot create one. */
export function replacementKeyRole(caller: EffectiveRole, owner: RoleKey | null): RoleKey | null {
  if (caller.role === null || owner === null || scopeOf(caller, 'orgKeys:create') === null) return null;
  const highest = Math.max(roleLevel(caller.role), roleLevel(owner));
  return organisationKeyRoles.find((role) => roleLevel(role) >= highest) ?? null;
}
