import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../base/audit-entry.ts';
import { Failure } from '../base/failure.ts';
import { allowedOrganisations, requireGivableRole, requireSensitiveScope } from './allowed-organisations.ts';
import type { Caller } from './caller.ts';

const organiser = { role: 'ORGANISER', organisationId: '7', userId: 5 } as Caller;
const administrator: Caller = { ...organiser, role: 'ADMINISTRATOR' };
const user: AuditEntry['target'] = { type: 'ent_usr', id: 9 };

/** The status of a refusal with the audit entry that it leaves; null where nothing is refused. */
function refusalOf(act: () => unknown): [number, AuditEntry | null] | null {
  try {
    act();
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    return [thrown.status, thrown.audit];
  }
}
const audited = (status: number, action: string, reason: string, target: AuditEntry['target']) => [
  status,
  { action: 'access:refuse', target, after: { action, reason } },
];

describe('ROLE-4 the organisations of an action', () => {
  test('are those of the role’s scope', () => {
    expect(allowedOrganisations(administrator, 'users:view')).toBe('any');
    expect(allowedOrganisations(organiser, 'users:view')).toEqual({ organisationId: 7 });
    expect(allowedOrganisations({ ...organiser, organisationId: null }, 'users:view')).toEqual({ organisationId: 0 });
    expect(refusalOf(() => allowedOrganisations(organiser, 'config:view'))).toEqual([403, null]);
  });
});

describe('USER-20 a role', () => {
  test('of the caller’s level is given by a key with sensitive:write alone', () => {
    const give = (keyScopes: Caller['keyScopes'], role: 'ARCHITECT' | 'ORGANISER' | 'AUDITEE' | null) =>
      refusalOf(() => requireGivableRole({ ...organiser, ...(keyScopes && { keyScopes }) }, 'users:edit', role, user));
    expect(give(['users:write'], 'ORGANISER')).toEqual(audited(403, 'users:edit', 'scope', user));
    expect(give(['sensitive:write'], 'ARCHITECT')).toEqual(audited(403, 'users:edit', 'level', user));
    expect([give(undefined, 'ORGANISER'), give(['sensitive:write'], 'ORGANISER')]).toEqual([null, null]);
    expect([give(['users:write'], 'AUDITEE'), give(['users:write'], null)]).toEqual([null, null]);
  });

  test('that is refused for the scope of a key names the scope', () => {
    const refuse = () => requireSensitiveScope({ ...organiser, keyScopes: [] }, 'users:edit', user);
    expect(refuse).toThrow(expect.objectContaining({ body: { message: expect.stringContaining('sensitive:write') } }));
  });
});
