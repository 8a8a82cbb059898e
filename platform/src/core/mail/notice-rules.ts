import { organiserRole, roleByName, roleLevel } from '@console/contract/access';
import type { AuditAction } from '@console/contract/audit-actions';
import { type ListName, lists } from '@console/contract/lists';
import {
  type SettingEmail,
  settingAuditName,
  settingEmails,
  settingRows,
} from '@console/contract/organisation-settings';
import { sql, type Transaction } from 'kysely';
import type { AuditEntry } from '../base/audit-entry.ts';
import { parseId } from '../base/parse-id.ts';
import type { Database } from '../database/schema.ts';
import { many, oneLine } from './mail-layout.ts';
import type { NoticeKind } from './mail-texts.ts';
import { actsOnAll, among, type NoticeRule, personText } from './notice-rule.ts';
import { changedFields, provisioningFields, provisioningSwitch, ssoFields, ssoSwitches } from './notice-sentences.ts';
import { sensitiveKeys } from './sensitive-key-notices.ts';

/** Exports of more rows are notified by email. */
const longExport = 10_000;

const byId = <T extends { id: number }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]));

const ofOrganisation = (name: string | undefined) => (name === undefined ? '' : ` of ${oneLine(name)}`);

const findOrganisations = async (trx: Transaction<Database>, ids: readonly number[]) =>
  byId(await trx.selectFrom('ent_org').select(['id', 'brandname']).where(among('id', ids)).execute());

const givesRole = ({ after }: AuditEntry) => after?.role_id != null;
const targetId = ({ target }: AuditEntry) => parseId(target.id ?? 0);

/** Users who are Organiser or higher by now. */
const privilegedUsers = (
  says: (role: string) => string,
  mayMatter: NoticeRule['mayMatter'] = givesRole,
  userIdOf: (entry: AuditEntry) => number = targetId,
): NoticeRule => ({
  kind: 'privilegedUser',
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

/** The mapped users of an organisation: their target is the mapping. */
const externalUsers = (says: (role: string) => string): NoticeRule => {
  const rule = privilegedUsers(says);
  return {
    ...rule,
    async find(trx, entries) {
      const mappings = await trx
        .selectFrom('user_mapping')
        .select(['id', 'ent_usr_id'])
        .where(among('id', entries.map(targetId)))
        .execute();
      const users = byId(mappings);
      const about = (entry: AuditEntry) => ({ type: 'ent_usr', id: users.get(targetId(entry))?.ent_usr_id ?? 0 });
      return rule.find(
        trx,
        entries.map((entry) => ({ ...entry, target: about(entry) })),
      );
    },
  };
};

/** Settings of an organisation; those of an organisation with Administrators concern all of them. */
const settings = (
  kind: NoticeKind,
  mayMatter: NoticeRule['mayMatter'],
  says: (entry: AuditEntry, organisation: string) => string,
): NoticeRule => ({
  kind,
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

/** The settings that an event has changed; numbers only where they are lower, and none is lower than no limit. */
const emailedSettings = ({ action, before, after }: AuditEntry) =>
  settingRows.filter((row) => {
    const name = settingAuditName(row);
    const [from, to] = [before?.[name], after?.[name]];
    const isEmailed =
      !('words' in row) || Number(to ?? Number.POSITIVE_INFINITY) < Number(from ?? Number.POSITIVE_INFINITY);
    return row.event === action && to !== undefined && isEmailed;
  });

const settingRules = Object.fromEntries(
  Object.entries<SettingEmail>(settingEmails).map(([kind, { event, sentence }]) => [
    event,
    settings(
      kind as NoticeKind,
      (entry) => emailedSettings(entry).length > 0,
      (entry, organisation) => {
        const changes = emailedSettings(entry).map((row) => {
          const name = settingAuditName(row);
          return row.email(organisation, entry.after?.[name] as never, entry.before?.[name] as never);
        });
        return sentence?.(organisation, changes.join('; ')) ?? changes.join('; ');
      },
    ),
  ]),
);

/** Addresses that get the events of an organisation. */
const webhookAddresses: NoticeRule = {
  kind: 'webhook',
  mayMatter: ({ after }) => after?.url !== undefined,
  async find(trx, entries) {
    const ids = entries.flatMap(({ organisationId }) => organisationId ?? []);
    const organisations = await findOrganisations(trx, ids);
    return entries.map(({ organisationId = null, after }) => ({
      sentence: `Events${ofOrganisation(organisations.get(organisationId ?? 0)?.brandname)} are now sent to ${after?.url}`,
      organisationId,
      concernsAdministrators: false,
    }));
  },
};

const longExports: NoticeRule = {
  kind: 'largeExport',
  mayMatter: ({ after }) => Number(after?.rows) > longExport,
  async find(trx, entries) {
    const organisations = await findOrganisations(
      trx,
      entries.flatMap(({ organisationId }) => organisationId ?? []),
    );
    return entries.map(({ organisationId = null, after, target }) => ({
      sentence: `${after?.rows} rows were exported: ${lists[target.id as ListName].label}${ofOrganisation(organisations.get(organisationId ?? 0)?.brandname)}`,
      organisationId,
      concernsAdministrators: false,
    }));
  },
};

/** Passwords and passkeys where single sign-on is required. Without another active Organiser the Administrators are notified too: the only Organiser must not be the only one to know. */
const breakGlassUses: NoticeRule = {
  kind: 'breakGlass',
  mayMatter: ({ after }) => after?.breakGlass === true,
  async find(trx, entries) {
    const users = await trx
      .selectFrom('session')
      .innerJoin('ent_usr', 'ent_usr.id', 'session.ent_usr_id')
      .innerJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
      .leftJoin('role', 'role.id', 'ent_usr.role_id')
      .select(['email', 'firstname', 'lastname', 'ent_org_id', 'brandname', 'role.id_str', 'role.label'])
      .select(
        sql<boolean>`exists (select from ent_usr as other inner join role as its on its.id = other.role_id
          where other.ent_org_id = ent_org.id and other.id <> ent_usr.id and not other.is_disabled
            and its.id_str = ${organiserRole})`.as('has_others'),
      )
      .where(among('session.id', entries.map(targetId)))
      .execute();
    return users.map((user) => ({
      sentence: `${personText(user)} signed in without single sign-on, which is required at ${oneLine(user.brandname)}`,
      organisationId: user.ent_org_id,
      concernsAdministrators: actsOnAll(roleByName(user.id_str, user.label)) || !user.has_others,
    }));
  },
};

/** What happened to the account of a user, who gets an email of their own about it. */
const accounts = (kind: NoticeKind, says: (person: string, entry: AuditEntry | undefined) => string): NoticeRule => ({
  kind,
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

const suspendedKeys = (count: number) =>
  count === 0
    ? ''
    : ` ${many(count, 'API key')} of this account ${count === 1 ? 'is' : 'are'} suspended until an Organiser confirms ${count === 1 ? 'it' : 'them'}`;

/** The actions that are notified by email, one row each. No other action is. */
export const noticeRules: Partial<Record<AuditAction, NoticeRule>> = {
  'users:create': privilegedUsers((role) => `was added as ${role}`),
  'users:upload': privilegedUsers((role) => `was added by a file upload as ${role}`),
  'users:edit': privilegedUsers((role) => `became ${role}`),
  'users:activate': privilegedUsers(
    (role) => `was activated as ${role}`,
    () => true,
  ),
  'users:mapExternal': externalUsers((role) => `was accepted as an external user with the role ${role}`),
  'account:resetPassword': privilegedUsers(
    (role) => `accepted the invitation and set a password, as ${role}`,
    ({ after }) => after?.with === 'invitation',
  ),
  'organisations:createOrganiser': privilegedUsers((role) => `was added as ${role}`),
  'organisations:changeOrganiser': privilegedUsers(
    (role) => `was made the organiser, with the role ${role}`,
    () => true,
    ({ after }) => parseId(Number(after?.organizer_id)),
  ),
  'sso:edit': settings(
    'singleSignOn',
    () => true,
    ({ after }, organisation) => `Single sign-on of ${organisation} was changed: ${changedFields(ssoFields, after)}`,
  ),
  'sso:activate': settings(
    'singleSignOnSwitched',
    () => true,
    ({ after }, organisation) => `Single sign-on of ${organisation} ${ssoSwitches(after)}`,
  ),
  'session:signIn': breakGlassUses,
  'scim:edit': settings(
    'provisioning',
    () => true,
    ({ after }, organisation) =>
      `The provisioning settings of ${organisation} were changed: ${changedFields(provisioningFields, after)}`,
  ),
  'scim:switch': settings(
    'provisioning',
    () => true,
    ({ after }, organisation) => `Provisioning of ${organisation} ${provisioningSwitch(after)}`,
  ),
  ...settingRules,
  'config:edit': settings(
    'passcodes',
    ({ after }) => after?.otp_required !== undefined,
    ({ after }, organisation) =>
      `Users of ${organisation} now sign in ${after?.otp_required ? 'with an emailed passcode' : 'without an emailed passcode'}`,
  ),
  'keys:create': sensitiveKeys('created', targetId),
  'keys:rotate': sensitiveKeys('created by rotating another key', ({ after }) => parseId(Number(after?.replaced_by))),
  'webhooks:create': webhookAddresses,
  'webhooks:edit': webhookAddresses,
  'security:resetFactors': accounts(
    'factorsReset',
    (person) => `The authenticator app and the passkeys of ${person} were removed`,
  ),
  'account:replaceProviderLink': accounts(
    'providerLinkReplaced',
    (person, entry) =>
      `${person} was linked to another account at the identity provider. The change was confirmed by email. All sessions were ended. The password, second factors and remembered devices were removed.${suspendedKeys(Number(entry?.after?.suspended_keys ?? 0))}`,
  ),
  'scim:resetAccount': accounts('accountReset', (person, entry) => {
    const former = [entry?.before?.firstname, entry?.before?.lastname].filter(Boolean).join(' ');
    return `${person} was created again by the identity provider. The account belonged to ${oneLine(former)} and was reset. The former password, second factors, API keys and responsibilities were removed.`;
  }),
  'lists:export': longExports,
};
