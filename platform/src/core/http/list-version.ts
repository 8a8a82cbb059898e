import { createHash } from 'node:crypto';
import type { Call } from '@console/contract/call';
import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../access/services.ts';
import type { CallContext, Version } from './route.ts';

/** What a list tells of, as `list_version.about` numbers it: a list of values or a select. Organisations go by their ids. */
export type Told = RawBuilder<unknown>;

/** People without organisation. */
export const nowhere = sql.lit(0);
/** Who answers for something. */
export const responders = sql.lit(-1);
/** Whatever any list tells of. */
export const everything: Told = sql.lit(-2);

/**
 * The version of a list, for `route`: it changes with every write that could change the answer, and is another one for each caller and each query. With
 * extensions off there is none. `told` refuses whom the call itself would refuse.
 */
export const versionOf =
  <C extends Call>(
    { db, settings }: Pick<Services, 'db' | 'settings'>,
    { name }: C,
    told: (context: CallContext<C>) => Told,
  ): Version<C> =>
  async (context) => {
    if (!settings.extensions) return null;
    // All of it in one statement: what the list tells of, and its versions, at the same moment, and before the rows are read.
    const { rows } = await sql<{ versions: string | null }>`
      select string_agg(version::text, '' order by version) as versions from list_version
      where about in (${told(context)})`.execute(db);
    const { caller, query, body } = context;
    const seenBy = caller && [caller.userId, caller.organisationId, caller.role, caller.withheld];
    const all = JSON.stringify([name, seenBy, query, body, rows[0]?.versions]);
    return `W/"${createHash('sha256').update(all).digest('base64url')}"`;
  };
