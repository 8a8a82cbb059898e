import { failure } from '../base/errors.ts';
import type { OrganisationBody, UserBody } from './shape.ts';

const largestPage = 100;
const furthest = 999_999_999;
const longestSearch = 200;

/** Arguments of a connection field. */
export interface PageArgs {
  first: number;
  after?: string | null;
  offset?: number | null;
  search?: string | null;
}

export interface PageWindow {
  offset: number;
  limit: number;
}

/** The rows of a window, and the length of the whole list. */
export interface Page<T> {
  rows: readonly T[];
  total: number;
}

const invalid = (path: string, message: string, code: 'INVALID' | 'TOO_COSTLY' = 'INVALID') =>
  failure(code, `${path} ${message}`, { fields: [{ path, message }] });

// A row's cursor is the offset of the next row.
const cursorAt = (index: number): string => Buffer.from(String(index + 1)).toString('base64url');

function offsetOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^[1-9]\d{0,8}$/.test(text) || cursorAt(Number(text) - 1) !== cursor)
    throw invalid('after', 'is not a cursor of this list');
  return Number(text);
}

/** The requested window; INVALID with the argument's name. */
export function windowOf({ first, after, offset }: PageArgs): PageWindow {
  if (first < 1) throw invalid('first', `must be 1 to ${largestPage}`);
  if (first > largestPage) throw invalid('first', `must be 1 to ${largestPage}`, 'TOO_COSTLY');
  if (after != null && offset != null) throw invalid('after', 'cannot be given together with offset');
  if (offset != null && (offset < 0 || offset > furthest)) throw invalid('offset', `must be 0 to ${furthest}`);
  return { offset: after == null ? (offset ?? 0) : offsetOf(after), limit: first };
}

/** The trimmed search; undefined when empty. */
export function searchOf({ search }: PageArgs): string | undefined {
  const text = search?.trim();
  if (text && text.length > longestSearch) throw invalid('search', `must be at most ${longestSearch} characters`);
  return text || undefined;
}

/** The values of a filter; undefined when there are none. */
export function filterValues<T>(path: string, choices: readonly T[] | null | undefined): readonly T[] | undefined {
  if (choices && choices.length > largestPage) throw invalid(path, `must be at most ${largestPage} entries`);
  return choices?.length ? choices : undefined;
}

export interface Connection<T> {
  nodes: T[];
  edges: { cursor: string; node: T }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
    startIndex: number;
  };
  totalCount: number;
}

export type OrganisationConnectionParent = Connection<OrganisationBody>;
export type UserConnectionParent = Connection<UserBody> & {
  organisationId: string;
  /** Whether the response says which of the users are responders. */
  hasResponders: boolean;
};

export function connectionOf<T>({ rows, total }: Page<T>, { offset }: PageWindow): Connection<T> {
  const startIndex = Math.min(offset, total);
  return {
    nodes: [...rows],
    get edges() {
      return rows.map((node, index) => ({ cursor: cursorAt(offset + index), node }));
    },
    pageInfo: {
      hasNextPage: offset + rows.length < total,
      hasPreviousPage: startIndex > 0,
      startCursor: rows.length === 0 ? null : cursorAt(offset),
      endCursor: rows.length === 0 ? null : cursorAt(offset + rows.length - 1),
      startIndex,
    },
    totalCount: total,
  };
}
