import { editConflict, invalidFields } from './failure.ts';

/** Throws 409 if a record was updated after the version that the caller read, 422 if `expected` is not a timestamp. */
export function assertUnchanged(record: string, updatedAt: Date, expected: string | undefined): void {
  if (expected === undefined) return;
  const moment = Date.parse(expected);
  if (Number.isNaN(moment))
    throw invalidFields({
      expected_updated_at: [{ code: 'FORMAT', message: 'must be a date and time such as 2026-11-20T09:30:00Z' }],
    });
  if (moment !== updatedAt.getTime()) throw editConflict(record);
}
