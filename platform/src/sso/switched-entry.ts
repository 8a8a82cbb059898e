import type { AuditEntry } from '../core/base/audit-entry.ts';

/** The event of single sign-on that was switched on or off; its Organisers are mailed of it. */
export const switchedEntry = (organisationId: number, enabled: boolean): AuditEntry => ({
  action: 'sso:activate',
  target: { type: 'ent_org', id: organisationId },
  before: { enabled: !enabled },
  after: { enabled },
});
