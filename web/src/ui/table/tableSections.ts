import type { ListFilters } from './useListParams.ts';

type Narrowing = Pick<ListFilters, 'search' | 'filters'>;
type List = { totalCount: number } | null | undefined;

const isNarrowed = ({ search, filters }: Narrowing): boolean => search !== '' || Object.keys(filters).length > 0;

/** The rows of a page's tables together; unknown while a search or filter leaves some out. */
export const unfilteredTotal = (narrowing: Narrowing, lists: readonly List[]): number | undefined =>
  isNarrowed(narrowing) || lists.some((list) => !list)
    ? undefined
    : lists.reduce((sum, list) => sum + (list?.totalCount ?? 0), 0);

/** Whether search and filters leave all tables of the page empty; the first table says so for all. */
export const nothingFound = (narrowing: Narrowing, lists: readonly List[]): boolean =>
  isNarrowed(narrowing) && lists.every((list) => list?.totalCount === 0);

export const nothingMatches = 'Nothing matches.';

/** Why one of several tables is empty. */
export const emptyReason = (narrowing: Narrowing, why: string): string =>
  isNarrowed(narrowing) ? nothingMatches : why;

/** A text replaces the first table of a page only if another table has matches; otherwise the table itself says why it is empty. */
export const firstSectionEmptyProps = (narrowing: Narrowing, lists: readonly List[]) =>
  isNarrowed(narrowing) && !nothingFound(narrowing, lists) && { empty: emptyReason(narrowing, '') };
