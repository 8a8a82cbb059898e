import { calls } from '@console/contract/calls/all';
import { invalid } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { AssessmentOrderField, Model, OrganisationAssessmentsArgs } from '../generated/resolvers-types.ts';
import {
  containsSearch,
  pageOfSortedRows,
  type RowOrder,
  readRows,
  rowOrderOf,
  sortedPage,
  sortedRows,
} from '../product-api/lists.ts';
import { filterValues, type PagedList, type SortKey, searchOf } from '../product-api/paging.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { isoTimeOf, recordOf, textOf, timeMsOf, toWireId } from '../product-api/shape.ts';
import { readOptions } from '../specified/lookups.ts';
import { type AssessmentBody, assessmentOf, assessmentStatusOf, isOverdue } from './assessment.ts';

const call = calls.specificOrgDetails;

const keys: Record<AssessmentOrderField, (assessment: AssessmentBody) => SortKey> = {
  CREATED_AT: ({ created_at }) => timeMsOf(created_at),
  TITLE: ({ title }) => textOf(title),
  STATUS: ({ audit_status }) => textOf(audit_status),
  START_DATE: ({ start_date }) => timeMsOf(start_date),
  END_DATE: ({ end_date }) => timeMsOf(end_date),
};

/** REST-57 returns both lists: one call per request and organisation. */
const readDetails = (api: RequestCalls, organisationId: string) =>
  api.call(call, { body: { org_id: toWireId(organisationId) } });

export const readAssessments = async (api: RequestCalls, organisationId: string): Promise<AssessmentBody[]> =>
  readRows(call, (await readDetails(api, organisationId)).asmts, assessmentOf, api.log);

/** Assessments without a permission check. */
export async function assessmentList(
  context: Context,
  organisationId: string,
  args: Partial<OrganisationAssessmentsArgs>,
): Promise<PagedList<AssessmentBody>> {
  const { api, services } = context;
  const search = searchOf(args);
  const statuses = filterValues('filter.statuses', args.filter?.statuses);
  const overdue = args.filter?.overdue ?? null;
  const order = args.orderBy ?? { field: 'CREATED_AT', direction: 'DESC' };
  const list = { list: 'assessments', organisationId, search, statuses, overdue, order };
  const [now, isFound] = [services.clock(), containsSearch(search)];
  const wanted = statuses && (await storedStatuses(context, organisationId, statuses));
  return {
    cursors: services.cursors.of(list),
    read: async (window) => {
      const matching = (await readAssessments(api, organisationId)).filter(
        (row) =>
          (wanted === undefined || wanted.includes(assessmentStatusOf(row))) &&
          (overdue === null || isOverdue(row, now) === overdue) &&
          isFound([row.title, row.model_title, row.assessor_name, row.auditee_name].map(textOf)),
      );
      return sortedPage(matching, window, rowOrderOf(keys, order));
    },
  };
}

/** Statuses by id or label of REST-54. INVALID for one that is neither listed nor in use, where an empty list would mislead. */
async function storedStatuses(
  context: Context,
  organisationId: string,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const used = (await readAssessments(context.api, organisationId)).map(assessmentStatusOf);
  const unused = wanted.filter((status) => !used.includes(status));
  if (unused.length === 0) return wanted;
  const options = await readOptions(context, calls.asmtStatusList, 'asmt_status_list');
  const named = unused.flatMap((status) => options.find(({ id, label }) => id === status || label === status) ?? []);
  if (named.length < unused.length) {
    const ids = options.map(({ id }) => id);
    throw invalid([{ path: 'filter.statuses', code: 'UNKNOWN', message: `must be one of ${ids.join(', ')}` }]);
  }
  return [...wanted, ...named.flatMap(({ id, label }) => [id, label])];
}

type ModelRow = Model & { id?: undefined };

const newestFirst: RowOrder<ModelRow> = { keysOf: ({ allocatedAt }) => [timeMsOf(allocatedAt)], direction: 'desc' };

export async function readSubscribedModels(api: RequestCalls, organisationId: string): Promise<ModelRow[]> {
  const { subscribed_models } = await readDetails(api, organisationId);
  return sortedRows(readRows(call, subscribed_models, modelOf, api.log), newestFirst);
}

/** Subscribed models to export, without a permission check. */
export const modelList = ({ api, services }: Context, organisationId: string): PagedList<ModelRow> => ({
  cursors: services.cursors.of({ list: 'models', organisationId }),
  read: async (window) => pageOfSortedRows(await readSubscribedModels(api, organisationId), window, newestFirst),
});

export function modelOf(value: unknown): ModelRow | null {
  const { title: titleValue, created_at } = recordOf(value);
  const title = textOf(titleValue);
  return title === null ? null : { title, allocatedAt: isoTimeOf(created_at) };
}
