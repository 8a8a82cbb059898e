import type { AuditEntry } from '../core/base/audit-entry.ts';

/** State of single sign-on: off, optional, or required. */
export interface SsoState {
  enabled: boolean;
  required: boolean;
}

export const ssoStateOf = (sso: { enabled_at: Date | null; required_at: Date | null }): SsoState => ({
  enabled: sso.enabled_at !== null,
  required: sso.enabled_at !== null && sso.required_at !== null,
});

/** Event of a changed state, which is emailed to Organisers. */
export function switchedEntry(organisationId: number, before: SsoState, after: SsoState): AuditEntry {
  const fields = (['enabled', 'required'] as const).filter((field) => before[field] !== after[field]);
  const only = (state: SsoState) => Object.fromEntries(fields.map((field) => [field, state[field]]));
  const target = { type: 'ent_org', id: organisationId };
  return { action: 'sso:activate', target, before: only(before), after: only(after) };
}

/** Like `switchedEntry`, when single sign-on was turned off because its provider was changed. */
export const switchedOffEntry = (
  organisationId: number,
  sso: { enabled_at: Date | null; required_at: Date | null },
): AuditEntry => switchedEntry(organisationId, ssoStateOf(sso), { enabled: false, required: false });
