import { organiserRole, type RoleKey, roleByName, roleLevel } from '@console/contract/access';
import type { AuditAction } from '@console/contract/audit-actions';
import { sql, type Transaction } from 'kysely';
import type { AuditEntry } from '../base/audit-entry.ts';
import { parseId } from '../base/parse-id.ts';
import type { Database } from '../database/schema.ts';
import { oneLine } from './mail-layout.ts';

/** Notice rules of an area, by action of the event. */
export type NoticeRules = Partial<Record<AuditAction, NoticeRule>>;

export interface NoticedEvent {
  /** Sentence about the action, without the actor. */
  sentence: string;
  /** Organisation of the notified Organisers; null for none. */
  organisationId: number | null;
  concernsAdministrators: boolean;
  aboutId?: number;
}

/** Subject of an email, and what to do if the action was not expected. */
export interface NoticeEmail {
  kind: string;
  subject: string;
  advice: string;
  /** Each action, which a person has confirmed, is emailed by itself. */
  isNeverCombined?: true;
}

export interface NoticeRule {
  email: NoticeEmail;
  /** Whether an entry can matter at all. All other entries cost no query. */
  mayMatter(entry: AuditEntry): boolean;
  find(trx: Transaction<Database>, entries: readonly AuditEntry[]): Promise<NoticedEvent[]>;
}

export const among = (column: string, ids: readonly number[]) => sql<boolean>`${sql.ref(column)} = any(${ids}::int[])`;

export const personText = (user: { firstname: string | null; lastname: string | null; email: string }): string => {
  const name = oneLine([user.firstname, user.lastname].filter(Boolean).join(' '));
  return name ? `${name} (${user.email})` : user.email;
};

/** Whether a role acts for all organisations, so that notices about it go to all Administrators. */
export const actsOnAll = (role: RoleKey | null) => role !== null && roleLevel(role) < roleLevel(organiserRole);

export const byId = <T extends { id: number }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));

/** ` of Acme`; empty without a name. */
const ofOrganisation = (name: string | undefined) => (name === undefined ? '' : ` of ${oneLine(name)}`);

const findOrganisations = async (trx: Transaction<Database>, ids: readonly number[]) =>
  byId(await trx.selectFrom('ent_org').select(['id', 'brandname']).where(among('id', ids)).execute());

const givesRole = ({ after }: AuditEntry) => after?.role_id != null;
export const targetId = ({ target }: AuditEntry) => parseId(target.id ?? 0);

const privilegedUser: NoticeEmail = {
  kind: 'privilegedUser',
  subject: 'A new Organiser, Architect or Administrator',
  advice: 'Deactivate that user and the person who made the change, and end their sessions.',
};

/** Users who are now Organiser or higher. */
export const privilegedUsers = (
  says: (role: string) => string,
  mayMatter: NoticeRule['mayMatter'] = givesRole,
  userIdOf: (entry: AuditEntry) => number = targetId,
): NoticeRule => ({
  email: privilegedUser,
  mayMatter,
  async find(trx, entries) {
    const users = await trx
      .selectFrom('ent_usr')
      .innerJoin('role', 'role.id', 'ent_usr.role_id')
      .select(['ent_usr.id', 'email', 'firstname', 'lastname', 'ent_org_id', 'role.id_str', 'role.label'])
      .where(among('ent_usr.id', entries.map(userIdOf)))
      .where('role.level', '<=', roleLevel(organiserRole))
      .orderBy('ent_usr.id')
      .execute();
    const organisationIdOf = (ent_org_id: number | null) => ent_org_id ?? entries[0]?.organisationId ?? null;
    const ids = new Set(users.flatMap(({ ent_org_id }) => organisationIdOf(ent_org_id) ?? []));
    const organisations = await findOrganisations(trx, [...ids]);
    return users.map((user) => {
      const organisationId = organisationIdOf(user.ent_org_id);
      const { brandname } = organisations.get(organisationId ?? 0) ?? {};
      return {
        sentence: `${personText(user)} ${says(user.label)}${ofOrganisation(brandname)}`,
        organisationId,
        concernsAdministrators: actsOnAll(roleByName(user.id_str, user.label)),
        aboutId: user.id,
      };
    });
  },
});

/** Rule for a changed setting. If the organisation has Administrators, all Administrators get the email too. */
export const organisationSettings = (
  email: NoticeEmail,
  mayMatter: NoticeRule['mayMatter'],
  says: (entry: AuditEntry, organisation: string) => string,
): NoticeRule => ({
  email,
  mayMatter,
  async find(trx, entries) {
    const organisations = await findOrganisations(trx, entries.map(targetId));
    const withHigherRoles = await trx
      .selectFrom('ent_usr')
      .innerJoin('role', 'role.id', 'ent_usr.role_id')
      .select('ent_org_id')
      .distinct()
      .where(among('ent_org_id', [...organisations.keys()]))
      .where('is_disabled', '=', false)
      .where('role.level', '<', roleLevel(organiserRole))
      .execute();
    return entries.map((entry) => {
      const organisationId = targetId(entry);
      return {
        sentence: says(entry, oneLine(organisations.get(organisationId)?.brandname ?? '')),
        organisationId,
        concernsAdministrators: withHigherRoles.some(({ ent_org_id }) => ent_org_id === organisationId),
      };
    });
  },
});

/** Events that concern only the Organisers of their organisation, which `says` gets as ` of Acme`. */
export const organisationEvents = (
  email: NoticeEmail,
  mayMatter: NoticeRule['mayMatter'],
  says: (entry: AuditEntry, ofIt: string) => string,
): NoticeRule => ({
  email,
  mayMatter,
  async find(trx, entries) {
    const ids = entries.flatMap(({ organisationId }) => organisationId ?? []);
    const organisations = await findOrganisations(trx, ids);
    return entries.map((entry) => ({
      sentence: says(entry, ofOrganisation(organisations.get(entry.organisationId ?? 0)?.brandname)),
      organisationId: entry.organisationId ?? null,
      concernsAdministrators: false,
    }));
  },
});

/** Changes of accounts, about which the users get their own email. */
export const accounts = (
  email: NoticeEmail,
  says: (person: string, entry: AuditEntry | undefined) => string,
): NoticeRule => ({
  email,
  mayMatter: () => true,
  async find(trx, entries) {
    const users = await trx
      .selectFrom('ent_usr')
      .leftJoin('role', 'role.id', 'ent_usr.role_id')
      .select(['ent_usr.id', 'email', 'firstname', 'lastname', 'ent_org_id', 'role.id_str', 'role.label'])
      .where(among('ent_usr.id', entries.map(targetId)))
      .execute();
    return users.map((user) => ({
      sentence: says(
        personText(user),
        entries.find((entry) => targetId(entry) === user.id),
      ),
      organisationId: user.ent_org_id,
      concernsAdministrators: actsOnAll(roleByName(user.id_str, user.label)),
      aboutId: user.id,
    }));
  },
});

export const changedFields = (names: Readonly<Record<string, string>>, after: AuditEntry['after']): string =>
  Object.keys(after ?? {})
    .map((field) => names[field] ?? field)
    .join(', ');
