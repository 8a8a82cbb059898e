import { type ListName, lists } from '@console/contract/lists';
import type { GraphQLSchema } from 'graphql';
import { assessmentStatusOf, isOverdue } from '../assessments/assessment.ts';
import { assessmentList, modelList } from '../assessments/organisation-details.ts';
import { actorName, outcomeOf, sentence } from '../audit/audit.resolvers.ts';
import { toAuditAction, toAuditWay } from '../audit/audit-enums.ts';
import { eventList, eventOrganisation } from '../audit/audit-page.ts';
import { failure } from '../base/errors.ts';
import { authorize } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { externalUserList } from '../external-users/external-users.ts';
import type {
  ExportList,
  Model,
  OrganisationAssessmentsArgs,
  OrganisationExternalUsersArgs,
  OrganisationInvitationsArgs,
  OrganisationMappingsArgs,
  OrganisationUsersArgs,
  QueryAuditEventsArgs,
  QueryOrganisationsArgs,
  QueryUsersArgs,
} from '../generated/resolvers-types.ts';
import { toInvitationKind, toInvitationState } from '../invitations/invitation-enums.ts';
import { invitationList } from '../invitations/invitation-lists.ts';
import { apiKeyStatusOf, toApiKeyScopes } from '../keys/key-enums.ts';
import { readOrganisationKeys } from '../keys/key-lists.ts';
import { mappingList } from '../mappings/mapping-lists.ts';
import { organisationList } from '../organisations/organisation-list.ts';
import { sortedPage } from '../product-api/lists.ts';
import type { PagedList } from '../product-api/paging.ts';
import { toRole } from '../product-api/reads.ts';
import {
  boolOf,
  idOf,
  integerOf,
  isoTimeOf,
  nameOrEmailOf,
  type OrganisationBody,
  recordOf,
  roleOf,
  textOf,
  type UserBody,
  userOf,
} from '../product-api/shape.ts';
import { allowAttentionFilter } from '../specified/attention.ts';
import { usersWithBlockedSignIn } from '../specified/provisioned-users.ts';
import { allowFactorFilter, factorNames, showsSecondFactors } from '../specified/second-factors.ts';
import { requireKnownRoles } from '../specified/user-filter.ts';
import { answersLastSignIn, invitedUsers } from '../specified/users.ts';
import { allUserList } from '../users/all-users.ts';
import { otherPersonColumns } from '../users/exported-columns.ts';
import { userList } from '../users/user-list.ts';
import { filterNames, parseExportArguments } from './export-arguments.ts';
import { type ExportColumn, type ExportSource, exportSource } from './export-source.ts';

export interface PreparedExport {
  list: ListName;
  source: ExportSource;
  filters: string[];
}

type OfOrganisation<A> = Partial<A> & { organisationId: string };

/** How a list is read for a file, once the caller may see it. */
type OpenList = (context: Context, args: never) => Promise<ExportSource>;

const openLists: Record<ExportList, OpenList> = {
  USERS: async (context, args: OfOrganisation<OrganisationUsersArgs>) => {
    const { organisationId } = args;
    await allowFactorFilter(context, args.filter, organisationId);
    await requireKnownRoles(context, args.filter);
    const columns = await userColumns(context, organisationId);
    return exportSource(userList(organisationId, args, context), columns, organisationId);
  },
  ALL_USERS: async (context, args: Partial<QueryUsersArgs>) => {
    await allowFactorFilter(context, args.filter, '');
    await requireKnownRoles(context, args.filter);
    const columns = [...(await userColumns(context, '')), organisationIdColumn];
    return exportSource(allUserList(args, context), columns, args.filter?.organisationId ?? null);
  },
  ORGANISATIONS: async (context, args: Partial<QueryOrganisationsArgs>) => {
    await allowAttentionFilter(context, args.filter);
    return exportSource(organisationList(args, context), organisationColumns, null);
  },
  MAPPINGS: async (context, args: OfOrganisation<OrganisationMappingsArgs>) => {
    const { organisationId } = args;
    const list = await mappingList(context, organisationId, args);
    const states = args.filter?.states ?? args.states;
    const isAccepted = states?.every((state) => state === 'ACCEPTED') ?? false;
    return exportSource(list, mappingColumns(isAccepted), organisationId);
  },
  EXTERNAL_USERS: async (context, args: OfOrganisation<OrganisationExternalUsersArgs>) => {
    const { organisationId } = args;
    return exportSource(
      await externalUserList(context, organisationId, args),
      [
        { title: 'ID', kind: 'id', value: ({ user }) => idOf(user.id) },
        { title: 'Name', value: ({ user }) => userName(user) },
        { title: 'Email', width: 34, value: ({ user }) => textOf(user.email) },
        { title: 'Home organisation', value: ({ homeOrganisation }) => homeOrganisation?.brandName ?? null },
        { title: 'Status', value: ({ state }) => words(state) },
        { title: 'Date', kind: 'time', value: ({ at }) => at },
      ],
      organisationId,
    );
  },
  INVITATIONS: async (context, args: OfOrganisation<OrganisationInvitationsArgs>) => {
    const { organisationId } = args;
    const list = available(await invitationList(args, organisationId, context));
    return exportSource(
      list,
      [
        { title: 'ID', kind: 'id', value: ({ id }) => idOf(id) },
        { title: 'Email', width: 34, value: ({ email }) => textOf(email) },
        { title: 'Kind', value: (invitation) => words(toInvitationKind(invitation)) },
        { title: 'Invited by', value: ({ requester }) => userName(userOf(requester)) },
        {
          title: 'Sent',
          kind: 'time',
          value: ({ sent_at, link_copied_at, is_mail_waiting, is_unsent }) =>
            boolOf(is_mail_waiting) || boolOf(is_unsent)
              ? 'Not sent'
              : isoTimeOf(link_copied_at)
                ? 'Link copied'
                : isoTimeOf(sent_at),
        },
        { title: 'Link copied', kind: 'time', value: ({ link_copied_at }) => isoTimeOf(link_copied_at) },
        { title: 'Expires', kind: 'time', value: ({ expires_at }) => isoTimeOf(expires_at) },
        { title: 'State', value: (invitation) => words(toInvitationState(invitation)) },
      ],
      organisationId,
    );
  },
  ASSESSMENTS: async (context, args: OfOrganisation<OrganisationAssessmentsArgs>) => {
    const { organisationId } = args;
    const now = context.services.clock();
    return exportSource(
      await assessmentList(context, organisationId, args),
      [
        { title: 'ID', kind: 'id', value: ({ id }) => idOf(id) },
        { title: 'Title', width: 40, value: ({ title }) => textOf(title) },
        { title: 'Model', value: ({ model_title }) => textOf(model_title) },
        { title: 'Assessor', value: ({ assessor_name }) => textOf(assessor_name) },
        { title: 'Auditee', value: ({ auditee_name }) => textOf(auditee_name) },
        { title: 'End', kind: 'time', value: ({ end_date }) => isoTimeOf(end_date) },
        { title: 'Overdue', value: (row) => (isOverdue(row, now) ? 'Yes' : 'No') },
        { title: 'Status', value: assessmentStatusOf },
      ],
      organisationId,
    );
  },
  MODELS: async (context, { organisationId }: OfOrganisation<object>) =>
    exportSource(modelList(context, organisationId), modelColumns, organisationId),
  API_KEYS: async (context, { organisationId }: OfOrganisation<object>) => {
    const keys = available(await readOrganisationKeys(context, organisationId));
    const now = context.services.clock();
    const order = { keysOf: () => [], direction: 'desc' } as const;
    const list = {
      cursors: context.services.cursors.of({ list: 'apiKeys', organisationId }),
      read: async (window) => sortedPage(keys, window, order),
    } satisfies PagedList<(typeof keys)[number]>;
    return exportSource(
      list,
      [
        { title: 'ID', kind: 'id', value: ({ id }) => idOf(id) },
        { title: 'Name', value: ({ name }) => textOf(name) },
        { title: 'Prefix', value: ({ prefix }) => textOf(prefix) },
        { title: 'Owner', value: ({ owner }) => userName(owner) },
        { title: 'Scopes', value: ({ scopes }) => toApiKeyScopes(scopes).map(words).join(', ') },
        { title: 'Expires', kind: 'time', value: ({ expires_at }) => isoTimeOf(expires_at) },
        { title: 'State', value: (key) => words(apiKeyStatusOf(key, now)) },
        { title: 'Last used', kind: 'time', value: ({ last_used_at }) => isoTimeOf(last_used_at) },
      ],
      organisationId,
    );
  },
  ACTIVITY: async (context, args: QueryAuditEventsArgs) => {
    const organisationId = await eventOrganisation(args, context);
    const list = available(await eventList({ ...args, organisationId }, context));
    return exportSource(
      list,
      [
        { title: 'ID', kind: 'id', value: ({ id }) => idOf(id) },
        { title: 'Time', kind: 'time', value: ({ at }) => isoTimeOf(at) },
        { title: 'Event', width: 70, value: sentence },
        { title: 'Action', value: ({ action }) => words(toAuditAction(action)) },
        { title: 'Outcome', value: (event) => words(outcomeOf(event)) },
        { title: 'Way', value: ({ via }) => words(toAuditWay(via)) },
        { title: 'Actor', value: actorName },
        { title: 'API key', value: ({ api_key }) => textOf(recordOf(api_key).name) },
        { title: 'Address', value: ({ client_address }) => textOf(client_address) },
        { title: 'Organisation', value: ({ org }) => textOf(recordOf(org).brandname) },
        { title: 'Times', kind: 'number', value: ({ count }) => integerOf(count) ?? 1 },
        { title: 'Request ID', width: 38, value: ({ request_id }) => textOf(request_id) },
      ],
      organisationId || null,
    );
  },
};

export async function prepareExport(
  context: Context,
  schema: GraphQLSchema,
  list: ExportList,
  text: string,
): Promise<PreparedExport> {
  const name = list.toLowerCase() as ListName;
  const { field, action } = lists[name];
  const args = parseExportArguments<{ organisationId?: string }>(schema, field, text);
  const organisationId = list === 'ACTIVITY' ? await eventOrganisation(args, context) : (args.organisationId ?? '');
  await authorize(context.api, action, organisationId);
  return { list: name, source: await openLists[list](context, args as never), filters: filterNames(args) };
}

/** A list by its name in a URL, such as `all-users`; null for any other. */
export const exportListNamed = (name: string): ExportList | null => {
  const key = name.replaceAll('-', '_').toUpperCase();
  return Object.hasOwn(openLists, key) && pathNameOf(key) === name ? (key as ExportList) : null;
};

export const pathNameOf = (list: string): string => list.replaceAll('_', '-').toLowerCase();

function available<T>(list: T | null): T {
  if (list === null) throw failure('CAPABILITY_UNAVAILABLE', 'The connected product API does not have this list.');
  return list;
}

/** An enum value as the console writes it: `On hold`. */
const words = (value: string): string => {
  const text = value.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const userName = (user: UserBody | null): string | null => user && nameOrEmailOf(user);

const organisationIdColumn: ExportColumn<UserBody> = {
  title: 'Organisation ID',
  kind: 'id',
  value: ({ ent_org_id }) => idOf(ent_org_id),
};

const lastSignInColumn: ExportColumn<UserBody> = {
  title: 'Last sign-in',
  kind: 'time',
  value: ({ last_sign_in_at }) => isoTimeOf(last_sign_in_at),
};

async function userColumns(context: Context, organisationId: string): Promise<ExportColumn<UserBody>[]> {
  const isInvited = await invitedUsers(context);
  const isBlocked = await usersWithBlockedSignIn(context);
  const roleName = (user: UserBody) => {
    const role = roleOf(user);
    return role && toRole(role, null).name;
  };
  return [
    { title: 'ID', kind: 'id', value: ({ id }) => idOf(id) },
    { title: 'Name', value: userName },
    { title: 'Email', width: 34, value: ({ email }) => textOf(email) },
    { title: 'Department', value: ({ department_name }) => textOf(department_name) },
    { title: 'Role', value: roleName },
    // Same as on the screen.
    {
      title: 'Status',
      value: (user) => {
        if (boolOf(user.is_disabled)) return 'Inactive';
        if (isBlocked(user)) return 'Sign-in blocked';
        return isInvited(user) ? 'Invited' : 'Active';
      },
    },
    ...((await showsSecondFactors(context, organisationId))
      ? [{ title: 'Second factor', value: (user: UserBody) => factorNames(user) }]
      : []),
    ...((await answersLastSignIn(context)) ? [lastSignInColumn] : []),
    ...otherPersonColumns,
  ];
}

const organisationColumns: ExportColumn<OrganisationBody>[] = [
  { title: 'ID', kind: 'id', value: ({ id }) => idOf(id) },
  { title: 'Organisation', value: ({ brandname }) => textOf(brandname) },
  { title: 'State', value: ({ is_disabled }) => (boolOf(is_disabled) ? 'Disabled' : 'Active') },
  { title: 'Allocated Models', kind: 'number', value: ({ models_count }) => integerOf(models_count) },
  { title: 'Assessments: Pending', kind: 'number', value: ({ pending_asmts_count }) => integerOf(pending_asmts_count) },
  {
    title: 'Assessments: Completed',
    kind: 'number',
    value: ({ complete_asmts_count }) => integerOf(complete_asmts_count),
  },
  { title: 'Assessments: Total', kind: 'number', value: ({ total_asmts_count }) => integerOf(total_asmts_count) },
  { title: 'Assessors', kind: 'number', value: ({ auditors_count }) => integerOf(auditors_count) },
  { title: 'Auditees', kind: 'number', value: ({ auditees_count }) => integerOf(auditees_count) },
];

const modelColumns: ExportColumn<Model>[] = [
  { title: 'Allocated Model', width: 40, value: ({ title }) => title },
  { title: 'Allocated Date', kind: 'time', value: ({ allocatedAt }) => allocatedAt ?? null },
];

type MappingRow = Awaited<ReturnType<Awaited<ReturnType<typeof mappingList>>['read']>>['rows'][number];

const mappingColumns = (isAccepted: boolean): ExportColumn<MappingRow>[] => [
  { title: 'ID', kind: 'id', value: ({ id }) => id },
  { title: 'Brand Name', value: ({ counterpart }) => counterpart.brandName },
  {
    title: 'Relationship',
    value: ({ node, counterpart }) => (node.vendor.id === counterpart.id ? 'Vendor' : 'Customer'),
  },
  { title: isAccepted ? 'Organiser' : 'Requester', value: ({ organiser }) => organiser?.name ?? null },
  ...(isAccepted
    ? [{ title: 'Email', width: 34, value: ({ organiser }: MappingRow) => organiser?.email ?? null }]
    : [{ title: 'Status', value: ({ statusText }: MappingRow) => statusText }]),
  { title: isAccepted ? 'Accepted Date' : 'Request Date', kind: 'time', value: ({ at }) => at },
];
