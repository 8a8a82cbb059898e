import { roleByName } from '@console/contract/access';
import { sql } from 'kysely';
import type { AuditEntry } from '../base/audit-entry.ts';
import { oneLine } from './mail-layout.ts';
import { actsOnAll, among, type NoticeRule, personText } from './notice-rule.ts';

/** API keys for SCIM or with the scope for sensitive changes; those of Administrators and Architects concern all Administrators. */
export const sensitiveKeys = (says: string, idOf: (entry: AuditEntry) => number): NoticeRule => ({
  kind: 'sensitiveKey',
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
        sentence: `The API key “${oneLine(name)}” of the organisation ${oneLine(brandname)} can ${purpose === 'scim' ? 'create, change and deactivate its users by SCIM' : 'make changes that otherwise require a password'}. It was ${says}`,
        organisationId,
        concernsAdministrators: false,
      })),
    ];
  },
});
