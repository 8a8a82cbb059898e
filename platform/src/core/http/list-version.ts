import { createHash } from 'node:crypto';
import type { Call } from '@console/contract/call';
import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../access/services.ts';
import type { CallContext, ReadVersion } from './route.ts';

/** What a list's version depends on: a select or list of `list_version.about`, where organisations are their ids. */
export type ListDependencies = RawBuilder<unknown>;

/** Any user without organisation. */
export const noOrganisationDependency = sql.lit(0);
/** Any responder, of any kind. */
export const responderDependency = sql.lit(-1);
/** Any authenticator app or passkey that was added or removed. */
export const factorDependency = sql.lit(-3);
/** Any change at all. */
export const anyChangeDependency: ListDependencies = sql.lit(-2);

/**
 * The `version` of a list for `route`. It changes with every write that could change the list, and differs per caller and query. Null with extensions
 * off. `dependencies` throws what the call itself would throw.
 */
export const listVersion =
  <C extends Call>(
    { db, settings }: Pick<Services, 'db' | 'settings'>,
    { name }: C,
    dependencies: (context: CallContext<C>) => ListDependencies,
  ): ReadVersion<C> =>
  async (context) => {
    if (!settings.extensions) return null;
    // One statement, so that dependencies and versions are of the same moment, which is before the rows are read.
    const { rows } = await sql<{ versions: string | null }>`
      select string_agg(version::text, '' order by version) as versions from list_version
      where about in (${dependencies(context)})`.execute(db);
    const { caller, query, body } = context;
    const callerKey = caller && [caller.userId, caller.organisationId, caller.role, caller.withheld];
    const content = JSON.stringify([name, callerKey, query, body, rows[0]?.versions]);
    return `W/"${createHash('sha256').update(content).digest('base64url')}"`;
  };
