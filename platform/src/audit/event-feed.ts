import { auditActionTable, signInActions } from '@console/contract/audit-actions';
import type { EventType, EventTypeRule } from '@console/contract/event-types';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AllowedOrganisations, isInAllowedOrganisation, isOfAll } from '../core/access/allowed-organisations.ts';
import { allOf } from '../core/database/list.ts';
import type { Database } from '../core/database/schema.ts';
import type { AuditRow } from './audit.store.ts';

type Condition = Extract<EventTypeRule, { cases: unknown }>['cases'][number][0];

export type FeedRow = AuditRow & { type: EventType };

interface FeedPage {
  rows: FeedRow[];
  /** Number of the last event that was examined. */
  end: number | null;
  hasNext: boolean;
}

/** Most events that a page examines, so that a rare type does not read the whole activity. */
const mostRead = 500;

const condition = (given: Condition): RawBuilder<unknown> => {
  if ('changed' in given) return sql`(after -> ${sql.lit(given.changed)}) is not null`;
  if ('field' in given) return sql`(after ->> ${sql.lit(given.field)}) = ${sql.lit(given.is)}`;
  if ('target' in given) return sql`target_type = ${sql.lit(given.target)}`;
  return sql`before is null`;
};

const typeCase = (of: EventTypeRule): RawBuilder<unknown> => {
  if (of === null || typeof of === 'string') return sql.lit(of);
  const cases = of.cases.map(([given, type]) => sql`when ${condition(given)} then ${sql.lit(type)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(of.otherwise)} end`;
};

const listed = Object.entries(auditActionTable).flatMap(([action, [, , , of]]): [string, EventTypeRule][] =>
  of === null ? [] : [[action, of]],
);

/** Type of an event in the feed, null if the feed does not have it. */
const typeOfEvent = sql<EventType | null>`case
  when code is not null then case when event in (${sql.join(signInActions.map((action) => sql.lit(action)))})
    then 'sign_in.refused' else 'request.refused' end
  else case event ${sql.join(
    listed.map(([action, of]) => sql`when ${sql.lit(action)} then ${typeCase(of)}`),
    sql` `,
  )} end end`;

/** Whether an event belongs to both organisations of a mapping. Ending and withdrawing one are an event for each. */
export const isOfBoth = sql<boolean>`event in ('mappings:invite', 'mappings:answer')`;

/** Filter for allowed events, including events of the other organisation about their mappings. */
const feedsOf = (allowed: AllowedOrganisations) => [
  isInAllowedOrganisation(allowed, 'subject_org_id'),
  ...(isOfAll(allowed)
    ? []
    : [sql<boolean>`${isInAllowedOrganisation(allowed, 'other_org_id')} and ${isOfBoth} and code is null`]),
];

/** Events of all organisations after a number, also those without a type. */
export const readWholeFeed = (
  db: Kysely<Database>,
  { after, limit }: { after: number; limit: number },
): Promise<(AuditRow & { type: EventType | null })[]> =>
  db
    .selectFrom('audit_entry')
    .selectAll()
    .select(typeOfEvent.as('type'))
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();

export async function readEventFeed(
  db: Kysely<Database>,
  {
    allowed,
    types,
    after,
    limit,
  }: {
    allowed: AllowedOrganisations;
    types: readonly EventType[] | undefined;
    after: number | undefined;
    limit: number;
  },
): Promise<FeedPage> {
  const parts = feedsOf(allowed).map(
    (belongs) => sql`(select id, position, ${typeOfEvent} as type from audit_entry
      where ${allOf([belongs, sql<boolean>`position > ${after ?? 0}`])} order by position limit ${mostRead})`,
  );
  const { rows: read } = await sql<{ id: number; position: number; type: EventType | null }>`
    select * from (${sql.join(parts, sql` union all `)}) feed order by position limit ${mostRead}`.execute(db);
  const matching = read.flatMap(({ id, position, type }) =>
    type !== null && (types?.includes(type) ?? true) ? [{ id, position, type }] : [],
  );
  const page = matching.slice(0, limit);
  const isCut = matching.length > limit;
  const last = isCut ? page.at(-1) : read.at(-1);
  const found = new Map(
    page.length === 0
      ? []
      : (
          await db
            .selectFrom('audit_entry')
            .selectAll()
            .where(sql<boolean>`id = any(${page.map(({ id }) => id)}::int[])`)
            .execute()
        ).map((row) => [row.id, row]),
  );
  return {
    rows: page.flatMap(({ id, type }) => {
      const row = found.get(id);
      return row ? [{ ...row, type }] : [];
    }),
    end: last?.position ?? after ?? null,
    hasNext: isCut || read.length === mostRead,
  };
}
