import { roleByName } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { overviewCalls } from '@console/contract/calls/overview';
import type { Context } from '../core/context.ts';
import { type RoleParent, readOrganisation, toRole } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import {
  idOf,
  integerOf,
  isoTimeOf,
  type OrganisationBody,
  recordOf,
  roleOf,
  textOf,
  toWireId,
  type UserBody,
  userLimitOf,
  userOf,
} from '../product-api/shape.ts';
import { callIfSupported } from './extension-calls.ts';
import { OrganisationLists } from './organisation-lists.ts';

interface Waiting {
  count: number;
  since: string | null;
}
interface UsersOfRole {
  role: RoleParent | null;
  active: number;
  inactive: number | null;
}

/** An overview in which null is unknown. */
export interface OverviewParent {
  countedAt: string;
  organisations: { active: number; disabled: number } | null;
  seats: { used: number; limit: number | null; organisationsWithoutLimit: number } | null;
  users: UsersOfRole[] | null;
  signIns: { days: { day: string; count: number }[]; users: number; never: number } | null;
  assessments: { pending: number; completed: number; total: number } | null;
  assessmentDetails: {
    statuses: { status: string; count: number }[];
    months: { month: string; due: number; completed: number }[];
    overdue: number;
    undated: number;
  } | null;
  mappingRequests: Waiting | null;
  invitations: Waiting | null;
  organisationInvitations: Waiting | null;
}

/** Overview of one or all active organisations, from lists if the product API has none. */
export async function readOverview(context: Context, organisationId: string | null): Promise<OverviewParent> {
  const query = organisationId === null ? {} : { org_id: toWireId(organisationId) };
  const request = callIfSupported(context, overviewCalls.overview, { query });
  const answer = await (organisationId === null ? request : notFoundForInvalidId(request, organisationId));
  if (answer !== null) return fromResponse(context, answer);
  return organisationId === null ? fromOrganisationList(context) : fromOrganisation(context, organisationId);
}

const unknown = (context: Context): OverviewParent => ({
  countedAt: context.services.clock().toISOString(),
  organisations: null,
  seats: null,
  users: null,
  signIns: null,
  assessments: null,
  assessmentDetails: null,
  mappingRequests: null,
  invitations: null,
  organisationInvitations: null,
});

function fromResponse(context: Context, { overview }: ApiResponse<typeof overviewCalls.overview>): OverviewParent {
  const body = recordOf(overview);
  const [seats, signIns] = [recordOf(body.seats), recordOf(body.sign_ins)];
  const { active, disabled } = recordOf(body.organisations);
  const details = recordOf(body.assessment_details);
  return {
    countedAt: isoTimeOf(body.counted_at) ?? context.services.clock().toISOString(),
    organisations: known({ active: integerOf(active), disabled: integerOf(disabled) }),
    seats: withLimit(
      known({
        used: integerOf(seats.used),
        organisationsWithoutLimit: integerOf(seats.organisations_without_limit),
      }),
      userLimitOf(seats.limit),
    ),
    users: readEach(body.users, usersOfRole),
    signIns: known({
      days: readEach(signIns.days, ({ day, count }) => known({ day: textOf(day), count: integerOf(count) })),
      users: integerOf(signIns.users_count),
      never: integerOf(signIns.never_count),
    }),
    assessments: assessmentCounts(recordOf(body.assessments)),
    assessmentDetails: known({
      statuses: readEach(details.statuses, ({ status, count }) =>
        known({ status: textOf(status), count: integerOf(count) }),
      ),
      months: readEach(details.months, ({ month, due, completed }) =>
        known({ month: textOf(month), due: integerOf(due), completed: integerOf(completed) }),
      ),
      overdue: integerOf(details.overdue_count),
      undated: integerOf(details.undated_count),
    }),
    mappingRequests: waiting(body.mapping_requests),
    invitations: waiting(body.invitations),
    organisationInvitations: waiting(body.org_invitations),
  };
}

type Known<T> = { [K in keyof T]: NonNullable<T[K]> };

/** The parts if all are known: some numbers without others would mislead. */
const known = <T extends object>(parts: T): Known<T> | null =>
  Object.values(parts).includes(null) ? null : (parts as Known<T>);

const withLimit = <T extends object>(seats: T | null, limit: number | null) => seats && { ...seats, limit };

/** Rows of a list; null if one is unreadable. */
function readEach<T>(list: unknown, read: (row: Readonly<Record<string, unknown>>) => T | null): T[] | null {
  if (!Array.isArray(list)) return null;
  const rows = list.flatMap((row) => read(recordOf(row)) ?? []);
  return rows.length === list.length ? rows : null;
}

function usersOfRole(row: Readonly<Record<string, unknown>>): UsersOfRole | null {
  const { id, idStr, label } = recordOf(row.role);
  const key = roleByName(textOf(idStr), textOf(label));
  const counts = known({ active: integerOf(row.active), inactive: integerOf(row.inactive) });
  if (counts === null || (key === null && row.role !== null)) return null;
  return { role: key && toRole(key, idOf(id)), ...counts };
}

const assessmentCounts = ({ pending, completed, total }: Readonly<Record<string, unknown>>) =>
  known({ pending: integerOf(pending), completed: integerOf(completed), total: integerOf(total) });

function waiting(value: unknown): Waiting | null {
  const { count, since } = recordOf(value);
  const number = integerOf(count);
  return number === null ? null : { count: number, since: isoTimeOf(since) };
}

/** Reads REST-37. */
async function fromOrganisationList(context: Context): Promise<OverviewParent> {
  const lists = await OrganisationLists.of(context).whole();
  if (lists === null) return unknown(context);
  const { active, disabled } = lists;
  return {
    ...unknown(context),
    organisations: { active: active.length, disabled: disabled.length },
    assessments: assessmentCounts({
      pending: sumOf(active, 'pending_asmts_count'),
      completed: sumOf(active, 'complete_asmts_count'),
      total: sumOf(active, 'total_asmts_count'),
    }),
  };
}

type Count = 'pending_asmts_count' | 'complete_asmts_count' | 'total_asmts_count';

/** Null if a count is missing. */
const sumOf = (rows: readonly OrganisationBody[], key: Count): number | null =>
  rows.reduce<number | null>((sum, row) => {
    const count = integerOf(row[key]);
    return sum === null || count === null ? null : sum + count;
  }, 0);

/** Reads REST-38 and REST-17. */
async function fromOrganisation(context: Context, id: string): Promise<OverviewParent> {
  const [organisation, users] = await Promise.all([
    notFoundForInvalidId(readOrganisation(context.api, id), id),
    readEveryActiveUser(context, id),
  ]);
  const { pending_asmts_count, complete_asmts_count, total_asmts_count, user_limit } = organisation;
  const limit = userLimitOf(user_limit);
  return {
    ...unknown(context),
    seats: users && { used: users.length, limit, organisationsWithoutLimit: limit === null ? 1 : 0 },
    users: users && byRole(users),
    assessments: assessmentCounts({
      pending: pending_asmts_count,
      completed: complete_asmts_count,
      total: total_asmts_count,
    }),
  };
}

/** Null if one is unreadable. */
async function readEveryActiveUser({ api }: Context, id: string): Promise<UserBody[] | null> {
  const query = { org_id: toWireId(id), include_current_user: 'true' as const };
  return readEach((await api.call(calls.activeUserList, { query })).active_users, userOf);
}

function byRole(users: readonly UserBody[]): UsersOfRole[] {
  const groups = Map.groupBy(users, roleOf);
  const rows = [...groups].map(([key, { length: active, 0: first }]) => ({
    role: key && toRole(key, idOf(first?.role_id) ?? idOf(recordOf(first?.role).id)),
    active,
    inactive: null,
  }));
  return rows.toSorted((one, other) => (one.role?.level ?? 9) - (other.role?.level ?? 9));
}
