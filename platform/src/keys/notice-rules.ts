import { roleByName } from '@console/contract/access';
import { sql } from 'kysely';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { parseId } from '../core/base/parse-id.ts';
import { oneLine } from '../core/mail/mail-layout.ts';
import { actsOnAll, among, type NoticeRule, type NoticeRules, personText, targetId } from '../core/mail/notice-rule.ts';

/** API keys for SCIM or sensitive changes; those of Administrators and Architects concern all Administrators. */
const sensitiveKeys = (says: string, idOf: (entry: AuditEntry) => number): NoticeRule => ({
  email: {
    kind: 'sensitiveKey',
    subject: 'An API key for sensitive changes was created',
    advice: 'Revoke the key, and end the sessions of its owner.',
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
      .select(['api_key.name', 'purpose', 'ent_org.id', 'brandname'])
      .where(among('api_key.id', entries.map(idOf)))
      .where(sql<boolean>`(purpose = 'scim' or 'sensitive:write' = any(scopes))`)
      .execute();
    return [
      ...ofUsers,
      ...ofOrganisations.map(({ name, purpose, id: organisationId, brandname }) => ({
        sentence: `The organisation API key “${oneLine(name)}” of ${oneLine(brandname)} can ${purpose === 'scim' ? 'create, change and deactivate its users by SCIM' : 'make changes that otherwise require a password'}. It was ${says}`,
        organisationId,
        concernsAdministrators: false,
      })),
    ];
  },
});

export const keyNotices: NoticeRules = {
  'keys:create': sensitiveKeys('created', targetId),
  'keys:rotate': sensitiveKeys('created by rotating another key', ({ after }) => parseId(Number(after?.replaced_by))),
};
