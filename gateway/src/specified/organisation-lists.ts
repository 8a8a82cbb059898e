import type { CallQuery } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { unprefixed } from '@console/contract/list-parameters';
import { lists } from '@console/contract/lists';
import { organisationCounts } from '@console/contract/shapes';
import DataLoader from 'dataloader';
import type { Context } from '../core/context.ts';
import { type ListMatch, type ListOrder, matchQuery, orderAndPageQuery } from '../product-api/list-query.ts';
import {
  changedSince,
  containsSearch,
  isSameList,
  pageFromPlatform,
  pageOfSortedRows,
  readRows,
  rowOrderOf,
  sortedRows,
} from '../product-api/lists.ts';
import { listQueryOrNoRows, type Page, type RequestedPage, type SortKey } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import {
  boolOf,
  integerOf,
  isRecord,
  type OrganisationBody,
  organisationOf,
  recordOf,
  textOf,
  timeMsOf,
} from '../product-api/shape.ts';

type OrganisationState = 'ACTIVE' | 'DISABLED';

/** Default: both states. */
export interface OrganisationQuery extends ListMatch<typeof lists.organisations> {
  window: RequestedPage;
  order: ListOrder<typeof lists.organisations.orders>;
  withTotals?: boolean;
}

export interface OrganisationPage extends Page<OrganisationBody> {
  /** Counts of all matches; null if unknown or not wanted. */
  totals: OrganisationBody | null;
}

const keys: Record<OrganisationQuery['order']['field'], (organisation: OrganisationBody) => SortKey> = {
  CREATED_AT: ({ created_at }) => timeMsOf(created_at),
  UPDATED_AT: ({ updated_at }) => timeMsOf(updated_at),
  BRAND_NAME: ({ brandname }) => textOf(brandname),
  MODELS: ({ models_count }) => integerOf(models_count),
  ASSESSMENTS: ({ total_asmts_count }) => integerOf(total_asmts_count),
  ASSESSORS: ({ auditors_count }) => integerOf(auditors_count),
  AUDITEES: ({ auditees_count }) => integerOf(auditees_count),
};

type ListQuery = CallQuery<typeof calls.orgList>;

const states: readonly OrganisationState[] = ['ACTIVE', 'DISABLED'];

/** REST-37 for one request: active and disabled pages requested together need one call. */
export class OrganisationLists {
  readonly #context: Context;
  readonly #loader = new DataLoader((queries: readonly OrganisationQuery[]) => this.#queriesOf(queries), {
    cache: false,
  });

  constructor(context: Context) {
    this.#context = context;
  }

  static of = (context: Context): OrganisationLists =>
    context.api.perRequest(OrganisationLists, () => new OrganisationLists(context));

  async page(query: OrganisationQuery): Promise<OrganisationPage> {
    const { api } = this.#context;
    requireKey(api);
    const isPlain = query.state !== undefined && query.updatedSince === undefined && query.attention === undefined;
    if (!isPlain && (await this.#context.supports('extensions'))) return this.#readAll(query);
    return this.#pageIn(await api.call(calls.orgList, { query: await this.#loader.load(query) }), query);
  }

  /** All organisations by state; null if the response lacks a list. */
  async whole(): Promise<Record<'active' | 'disabled', OrganisationBody[]> | null> {
    const response = await this.#context.api.call(calls.orgList, { query: {} });
    if (response.active_orgs === undefined || response.disable_orgs === undefined) return null;
    return { active: this.#rowsIn(response, 'ACTIVE'), disabled: this.#rowsIn(response, 'DISABLED') };
  }

  async #readAll(query: OrganisationQuery): Promise<OrganisationPage> {
    const { api } = this.#context;
    const { order, window } = query;
    const response = await api.call(extensionCalls.allOrgs, {
      query: {
        ...matchQuery(lists.organisations, query),
        ...rowsQuery(query),
        ...(await this.#totalsQuery(query.withTotals)),
      },
    });
    const rows = readRows(extensionCalls.allOrgs, response.orgs, organisationOf, api.log);
    const page = pageFromPlatform(rows, response, window, rowOrderOf(keys, order).keysOf);
    return { ...page, totals: totalsIn(response.totals) };
  }

  async #totalsQuery(wanted = false): Promise<{ totals?: 'true' }> {
    return wanted && (await this.#context.supports('extensions')) ? { totals: 'true' } : {};
  }

  /** Our platform returns active and disabled pages together; others return whole lists. */
  async #queriesOf(queries: readonly OrganisationQuery[]): Promise<ListQuery[]> {
    const extended = await this.#context.supports('extensions');
    const pairs = extended ? pairQueries(queries) : [];
    const totals = await this.#totalsQuery(queries.some(({ withTotals }) => withTotals));
    return queries.map((query) => {
      const pair = pairs.find((one) => one.includes(query));
      return pair ? { ...pageQuery(...pair), ...totals } : {};
    });
  }

  #pageIn(response: ApiResponse<typeof calls.orgList>, query: OrganisationQuery): OrganisationPage {
    if (query.state === undefined)
      return pageOfWholeList(
        states.flatMap((state) => this.#rowsIn(response, state)),
        query,
      );
    const rows = this.#rowsIn(response, query.state);
    const {
      count: total_count,
      totals,
      ...ends
    } = unprefixed(query.state === 'ACTIVE' ? 'active' : 'disable', response);
    if (integerOf(total_count) === null) return pageOfWholeList(rows, query);
    const { keysOf } = rowOrderOf(keys, query.order);
    return { ...pageFromPlatform(rows, { total_count, ...ends }, query.window, keysOf), totals: totalsIn(totals) };
  }

  #rowsIn(response: ApiResponse<typeof calls.orgList>, state: OrganisationState): OrganisationBody[] {
    const active = state === 'ACTIVE';
    const { active_orgs, disable_orgs } = response;
    const named = active ? active_orgs : disable_orgs;
    const list = isSameList(active_orgs, disable_orgs)
      ? named?.filter((row) => boolOf(recordOf(row).is_disabled) !== active)
      : named;
    const rowOf = (value: unknown) => organisationIn(value, !active);
    return readRows(calls.orgList, list, rowOf, this.#context.api.log);
  }
}

function pairQueries(
  queries: readonly OrganisationQuery[],
): [OrganisationQuery | undefined, OrganisationQuery | undefined][] {
  const bySearch = Map.groupBy(queries, ({ search }) => search);
  return [...bySearch.values()].flatMap((alike) => {
    const active = alike.filter(({ state }) => state === 'ACTIVE');
    const disabled = alike.filter(({ state }) => state === 'DISABLED');
    const longer = active.length > disabled.length ? active : disabled;
    return longer.map((_query, index): [OrganisationQuery | undefined, OrganisationQuery | undefined] => [
      active[index],
      disabled[index],
    ]);
  });
}

function pageQuery(active: OrganisationQuery | undefined, disabled: OrganisationQuery | undefined) {
  return {
    search: active?.search ?? disabled?.search,
    ...listQueryOrNoRows('active', active && rowsQuery(active)),
    ...listQueryOrNoRows('disable', disabled && rowsQuery(disabled)),
  };
}

const rowsQuery = ({ order, window }: OrganisationQuery) => orderAndPageQuery(lists.organisations, order, window);

/** Searches, sorts and cuts a whole list like our platform. */
function pageOfWholeList(
  rows: readonly OrganisationBody[],
  { window, search, updatedSince, order, withTotals }: OrganisationQuery,
): OrganisationPage {
  const rowOrder = rowOrderOf(keys, order);
  const inOrder = sortedRows(rows, rowOrder);
  const [isFound, isRecent] = [containsSearch(search), changedSince(updatedSince)];
  const isWhole = search === undefined && updatedSince === undefined;
  const matching = isWhole
    ? inOrder
    : inOrder.filter(
        ({ brandname, legalname, email_domain, updated_at }) =>
          isRecent(updated_at) && isFound([textOf(brandname), textOf(legalname), textOf(email_domain)]),
      );
  return { ...pageOfSortedRows(matching, window, rowOrder), totals: withTotals ? totalsOf(matching) : null };
}

const totalsIn = (value: unknown): OrganisationBody | null => (isRecord(value) ? value : null);

const counts = Object.keys(organisationCounts) as (keyof typeof organisationCounts)[];

/** Sum of each count; null if a row lacks it. */
const totalsOf = (rows: readonly OrganisationBody[]): OrganisationBody =>
  Object.fromEntries(
    counts.map((name) => [
      name,
      rows.reduce<number | null>((sum, { [name]: value }) => {
        const count = integerOf(value);
        return sum === null || count === null ? null : sum + count;
      }, 0),
    ]),
  );

/** The list determines the state of rows that do not contain it. */
function organisationIn(value: unknown, is_disabled: boolean): OrganisationBody | null {
  const organisation = organisationOf(value);
  if (organisation === null || organisation.is_disabled != null) return organisation;
  return { ...organisation, is_disabled };
}
