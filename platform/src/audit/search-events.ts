import { roles } from '@console/contract/access';
import { activitySearch } from '@console/contract/activity-search';
import { auditActionTable, doneWords } from '@console/contract/audit-actions';
import { foldText, hasWords, type SearchWord } from '@console/contract/fields/search-text';
import type { Kysely } from 'kysely';
import type { AllowedOrganisations } from '../core/access/allowed-organisations.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import type { CursorRange } from '../core/database/keyset.ts';
import type { Page } from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';
import { type AuditFilter, type AuditOrder, type AuditRow, auditEventsInParts } from './audit.store.ts';
import { type AuditEventResponse, toAuditEventResponses } from './audit-event.ts';

const partSize = 500;

/** Range to search: without an earliest time, some days before the latest one. */
export const searchedRange = (filter: AuditFilter, now: Date): AuditFilter => ({
  ...filter,
  from: filter.from ?? addMs(filter.to ? new Date(filter.to) : now, -activitySearch.days * dayMs).toISOString(),
});

interface SearchedPage extends Page<AuditRow> {
  /** Last event that was examined, if the page ended before it was full. */
  searchedTo: AuditRow | null;
}

export async function searchAuditEvents(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  filter: AuditFilter,
  order: AuditOrder,
  { limit, ...range }: CursorRange & { limit: number },
  words: readonly SearchWord[],
): Promise<SearchedPage> {
  const rows: AuditRow[] = [];
  let searchedTo: AuditRow | null = null;
  let read = 0;
  for await (const part of auditEventsInParts(db, allowed, filter, order, range, partSize)) {
    rows.push(...(await matchingRows(db, allowed, part, words)));
    read += part.length;
    if (rows.length > limit || part.length < partSize) break;
    if (read >= activitySearch.eventsRead) {
      searchedTo = part.at(-1) ?? null;
      break;
    }
  }
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit || searchedTo !== null;
  return {
    rows: range.last ? page.reverse() : page,
    has_next: range.last ? range.before !== undefined : hasMore,
    has_previous: range.last ? hasMore : range.after !== undefined,
    searchedTo: rows.length > limit ? null : searchedTo,
  };
}

export async function searchedEventIds(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  filter: AuditFilter,
  order: AuditOrder,
  words: readonly SearchWord[],
  limit: number,
): Promise<Int32Array> {
  const ids: number[] = [];
  for await (const part of auditEventsInParts(db, allowed, filter, order, {}, partSize)) {
    for (const { id } of await matchingRows(db, allowed, part, words)) ids.push(id);
    if (ids.length >= limit) break;
  }
  return Int32Array.from(ids.slice(0, limit));
}

// Only the caller's own view of an event is searched, so that nothing hidden can be found.
async function matchingRows(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  rows: readonly AuditRow[],
  words: readonly SearchWord[],
): Promise<AuditRow[]> {
  const answers = await toAuditEventResponses(db, allowed, rows, new Map());
  return rows.filter((_row, index) => {
    const answer = answers[index];
    return answer !== undefined && hasWords(foldText(textsOf(answer).join('\n')), words);
  });
}

function textsOf(event: AuditEventResponse): string[] {
  const { ent_usr, operator, actor_role, api_key, client_address, org, target, changes, code, request_id } = event;
  // An event of a later release can have an action that this release does not know.
  const [, refused, nameless] = auditActionTable[event.action] ?? ['', '', ''];
  const phrase = code === null ? doneWords(event.action, changes) : refused;
  return [
    event.actor_kind === 'scim' && 'SCIM',
    ent_usr?.firstname && `${ent_usr.firstname} ${ent_usr.lastname ?? ''}`,
    ent_usr?.email,
    operator,
    roles.find(({ key }) => key === actor_role)?.name,
    api_key?.name,
    api_key?.prefix,
    client_address,
    org?.brandname,
    phrase.replace('{}', target.name === null ? nameless : ''),
    target.name,
    ...changes.flatMap(({ from, to }) => [from, to]),
    code,
    request_id,
  ].filter((text) => typeof text === 'string');
}
