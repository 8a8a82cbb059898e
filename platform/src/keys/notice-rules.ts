import { roleByName } from '@console/contract/access';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Row } from '../core/database/schema.ts';
import { oneLine } from '../core/mail/mail-layout.ts';
import { actsOnAll, among, type NoticeRule, type NoticeRules, personText, targetId } from '../core/mail/notice-rule.ts';

/** API keys of organisations, and those of users for sensitive changes; those of Administrators and Architects concern all Administrators. */
const createdKeys = (says: string, idOf: (entry: AuditEntry) => number): NoticeRule => ({
  email: {
    kind: 'sensitiveKey',
    subject: 'An API key was created',
    advice: 'Revoke the key, and end the sessions of the person who created it.',
    isNeverCombined: true,
  },
  mayMatter: () => true,
  async find(trx, entries) {
    const keys = await trx
      .selectFrom('api_key')
      .innerJoin('ent_usr', 'ent_usr.id', 'api_key.ent_usr_id')
      .leftJoin('role', 'role.id', 'ent_usr.role_id')
      .select(['api_key.name', 'scopes', 'email', 'firstname', 'lastname', 'role.id_str', 'role.label'])
      .select('ent_usr.ent_org_id')
      .where(among('api_key.id', entries.map(idOf)))
      .execute();
    const sensitive = keys.filter(({ scopes }) => scopes.includes('sensitive:write'));
    const ofUsers = sensitive.map((key) => ({
      sentence: `The API key “${oneLine(key.name)}” of ${personText(key)}, ${key.label}, can make changes that otherwise require a password. It was ${says}`,
      organisationId: key.ent_org_id,
      concernsAdministrators: actsOnAll(roleByName(key.id_str, key.label)),
    }));
    const ofOrganisations = await trx
      .selectFrom('api_key')
      .innerJoin('ent_org', 'ent_org.id', 'api_key.owner_org_id')
      .select(['api_key.name', 'purpose', 'scopes', 'ent_org.id', 'brandname'])
      .where(among('api_key.id', entries.map(idOf)))
      .execute();
    return [
      ...ofUsers,
      ...ofOrganisations.map(({ id: organisationId, ...key }) => ({
        sentence: `The organisation API key “${oneLine(key.name)}” of ${oneLine(key.brandname)} can ${abilityOf(key)}. It was ${says}`,
        organisationId,
        concernsAdministrators: false,
      })),
    ];
  },
});

function abilityOf({ purpose, scopes }: Pick<Row<'api_key'>, 'purpose' | 'scopes'>): string {
  if (purpose === 'scim') return 'create, change and deactivate its users by SCIM';
  if (scopes.includes('sensitive:write')) return 'make changes that otherwise require a password';
  return scopes.some((scope) => scope !== 'read') ? 'read and change data' : 'read data';
}

export const keyNotices: NoticeRules = {
  'keys:create': createdKeys('created', targetId),
  'keys:rotate': createdKeys('created by rotating another key', ({ after }) => parseId(Number(after?.replaced_by))),
};
