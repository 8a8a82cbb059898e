import { invalid, stale } from '../core/base/failure.ts';
import type { UserRow } from '../core/database/ent-usr.ts';

/** Throws 409 when a user is newer than the caller knows. */
export function refuseStale({ updated_at }: UserRow, expected: string | undefined): void {
  if (expected === undefined) return;
  const moment = Date.parse(expected);
  if (Number.isNaN(moment)) throw invalid({ expected_updated_at: ['must be a moment'] });
  if (moment !== updated_at.getTime()) throw stale('user');
}
