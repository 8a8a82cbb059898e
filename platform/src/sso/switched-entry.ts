import type { AuditEntry } from '../core/base/audit-entry.ts';

/** What single sign-on is: off, next to passwords, or required. */
export interface SsoState {
  enabled: boolean;
  required: boolean;
}

export const ssoStateOf = (sso: { enabled_at: Date | null; required_at: Date | null }): SsoState => ({
  enabled: sso.enabled_at !== null,
  required: sso.enabled_at !== null && sso.required_at !== null,
});

/** The event of single sign-on that was switched; its Organisers are mailed of it. */
export function switchedEntry(organisationId: number, before: SsoState, after: SsoState): AuditEntry {
  const fields = (['enabled', 'required'] as const).filter((field) => before[field] !== after[field]);
  const only = (state: SsoState) => Object.fromEntries(fields.map((field) => [field, state[field]]));
  const target = { type: 'ent_org', id: organisationId };
  return { action: 'sso:activate', target, before: only(before), after: only(after) };
}

/** The same for one that another provider has switched off. */
export const switchedOffEntry = (
  organisationId: number,
  sso: { enabled_at: Date | null; required_at: Date | null },
): AuditEntry => switchedEntry(organisationId, ssoStateOf(sso), { enabled: false, required: false });
