import { decideAccess } from '@console/contract/access';
import {
  type InvitationKind,
  invitationKinds,
  invitationViewActions,
  type orgInvitation,
} from '@console/contract/calls/invitations';
import { searchWords } from '@console/contract/fields/search-text';
import { lists } from '@console/contract/lists';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { type AllowedOrganisations, isInAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { toRequesterResponse } from '../core/access/visible-user.ts';
import { type ListFilters, parseFilters } from '../core/base/parse-filters.ts';
import { Keyset, type SortDirection, type SortOrder } from '../core/database/keyset.ts';
import {
  allOf,
  containsWords,
  cutPage,
  type FilterConditions,
  foldedTextOf,
  matchingAll,
  orderedIds,
  type Page,
  type PageRange,
} from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';
import { findUsersById } from '../core/database/user-response.ts';
import { invitationStateAt, joinInvitations } from './invitation-state.ts';
import { isInvitedByOthers } from './issue-invitation.ts';
import { findUnsentEmails } from './unsent-emails.ts';

export type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>;

export type InvitationFilter = ListFilters<typeof lists.invitations>;

export const visibleInvitationKinds = (caller: Caller, organisationId: number): InvitationKind[] =>
  invitationKinds.filter(
    (kind) => decideAccess(caller, invitationViewActions[kind], String(organisationId)) === 'allowed',
  );

/** Filter of a list, limited to the kinds that the caller may see. */
export function parseInvitationFilter(
  caller: Caller,
  organisationId: number,
  query: Readonly<Record<string, unknown>>,
): InvitationFilter {
  const { kinds: wanted, ...filter } = parseFilters(lists.invitations, query);
  const visible = visibleInvitationKinds(caller, organisationId);
  return { ...filter, kinds: wanted ? visible.filter((kind) => wanted.includes(kind)) : visible };
}

type Orders = (typeof lists.invitations)['orders'];

export interface InvitationOrder {
  by: Orders[keyof Orders];
  direction: SortDirection;
}

export const invitationOrders: Record<InvitationOrder['by'], SortOrder> = {
  sent_at: { by: [sql.ref('invitation.sent_at')], type: 'timestamptz' },
  expires_at: { by: [sql.ref('invitation.expires_at')], type: 'timestamptz', nullable: true },
};

const keysetOf = ({ by, direction }: InvitationOrder) => new Keyset(invitationOrders[by], direction, 'invitation.id');

export const defaultInvitationOrder: InvitationOrder = { by: 'sent_at', direction: 'desc' };

/** Invitations by the allowed organisations, in their states at `now`. */
export function invitationsStore(db: Kysely<Database>, now: Date, allowed: AllowedOrganisations) {
  const all = selectInvitations(db, now).where(isInAllowedOrganisation(allowed, 'invitation.ent_org_id'));
  const conditions: FilterConditions<InvitationFilter> = {
    kinds: (kinds) => sql`invitation.kind = any(${kinds}::text[])`,
    search: (search) => search && containsWords(foldedTextOf([sql.ref('ent_usr.email')]), searchWords(search)),
    states: (states) => sql`${invitationStateAt(now)} = any(${states}::text[])`,
  };
  const matching = (organisationId: number, filter: InvitationFilter) =>
    allOf([sql<boolean>`invitation.ent_org_id = ${organisationId}`, matchingAll(conditions, filter)]);

  return {
    find: (id: number): Promise<InvitationRow | undefined> => all.where('invitation.id', '=', id).executeTakeFirst(),

    unacceptedOf: (userIds: readonly number[]): Promise<InvitationRow[]> =>
      all
        .where('invitation.kind', '<>', 'organisation')
        .where(sql<boolean>`invitation.ent_usr_id = any(${userIds}::int[])`)
        .where(sql<boolean>`${invitationStateAt(now)} <> 'Accepted'`)
        .orderBy('invitation.sent_at', 'desc')
        .orderBy('invitation.id', 'desc')
        .execute(),

    count: async (organisationId: number, filter: InvitationFilter): Promise<number> => {
      const { count } = await all
        .clearSelect()
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where(matching(organisationId, filter))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    ids: (
      organisationId: number,
      filter: InvitationFilter,
      limit: number,
      order = defaultInvitationOrder,
    ): Promise<Int32Array> => {
      const matches = all.where(matching(organisationId, filter)).clearSelect().select('invitation.id');
      return orderedIds(db, matches, keysetOf(order), limit);
    },

    byIds: (ids: readonly number[]): Promise<InvitationRow[]> =>
      all.where(sql<boolean>`invitation.id = any(${ids}::int[])`).execute(),

    list: async (
      organisationId: number,
      filter: InvitationFilter,
      page: PageRange,
      order = defaultInvitationOrder,
    ): Promise<Page<InvitationRow>> => {
      const { offset, limit = 0, last } = page;
      if (limit === 0) return { rows: [] };
      const keyset = keysetOf(order);
      const matches = all.where(matching(organisationId, filter));
      const found = await matches
        .where(keyset.within(page))
        .orderBy(keyset.orderBy(last))
        .offset(offset)
        .limit(limit + 1)
        .execute();
      const rows = last ? found.toReversed() : found;
      return cutPage(rows, page, keyset, matches.clearSelect().select('invitation.id'));
    },
  };
}

const selectInvitations = (db: Kysely<Database>, now: Date) =>
  joinInvitations(db)
    .selectAll('invitation')
    .select([
      'ent_usr.email',
      'ent_usr.firstname',
      'ent_usr.lastname',
      'ent_usr.is_disabled',
      'ent_usr.ent_org_id as home_org_id',
      'ent_org.is_disabled as is_org_disabled',
      'role.id_str as role_id_str',
      'role.label as role_label',
      'user_mapping.activated',
      'mail.failure',
      sql<boolean>`mail.id is not null and mail.sent_at is null and mail.failed_at is null`.as('is_mail_waiting'),
      invitationStateAt(now).as('state'),
      isInvitedByOthers(now, sql.ref('invitation.ent_usr_id'), sql.ref('invitation.ent_org_id')).as(
        'is_invited_by_others',
      ),
    ]);

/** Whether the inviting organisation sees that the user is inactive: for another organisation's user, only while invited as external. */
const isStateVisible = ({ kind, home_org_id, ent_org_id, activated }: InvitationRow): boolean =>
  home_org_id === null || home_org_id === ent_org_id || (kind === 'external_user' && activated !== false);

/** REST shape of invitations and their inviters, as the caller may see them. */
export async function toInvitationResponses(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  rows: readonly InvitationRow[],
): Promise<z.input<typeof orgInvitation>[]> {
  const isAnyWaiting = rows.some(({ is_mail_waiting }) => is_mail_waiting);
  const unsent = isAnyWaiting ? await findUnsentEmails(services, db) : null;
  const mailsFail = unsent !== null && (!unsent.isSending || unsent.count > 0);
  const requesters = await findUsersById(db, [...new Set(rows.map(({ requester_id }) => requester_id))]);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    email: row.email,
    name: (row.kind === 'user' && [row.firstname, row.lastname].filter(Boolean).join(' ')) || null,
    ent_org_id: row.ent_org_id,
    ent_usr_id: row.ent_usr_id,
    role: row.kind === 'user' ? row.role_id_str : null,
    is_disabled: row.is_disabled && isStateVisible(row),
    is_org_disabled: row.is_org_disabled,
    requester: toRequesterResponse(allowed, row.ent_org_id, requesters.get(row.requester_id)),
    sent_at: row.sent_at.toISOString(),
    link_copied_at: row.copied_at && row.copied_at >= row.sent_at ? row.copied_at.toISOString() : null,
    expires_at: row.expires_at?.toISOString() ?? null,
    state: row.state,
    failure: row.state === 'Failed' ? row.failure : null,
    has_link: row.kind !== 'external_user' && !row.is_invited_by_others,
    is_mail_waiting: row.is_mail_waiting,
    is_unsent:
      row.state === 'Failed' ||
      (row.state === 'Pending' && row.is_mail_waiting && isAnyWaiting && (mailsFail || row.failure !== null)),
  }));
}
