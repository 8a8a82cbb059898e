import { invalid } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { filterValues } from '../product-api/paging.ts';
import { readRoles } from './lookups.ts';

/** INVALID for unknown roles, where an empty list would mislead. */
export async function requireKnownRoles(
  context: Context,
  filter: { roleIds?: readonly (string | number)[] | null } | null | undefined,
): Promise<void> {
  const wanted = filterValues('filter.roleIds', filter?.roleIds) ?? [];
  if (wanted.length === 0) return;
  const ids = (await readRoles(context)).map(({ id }) => id);
  if (!wanted.every((id) => ids.includes(String(id))))
    throw invalid([{ path: 'filter.roleIds', code: 'UNKNOWN', message: `must be one of ${ids.join(', ')}` }]);
}
