import { type ChangedKind, changedMeanwhileError } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { Problem } from '../core/input-checks.ts';
import { isoTimeOf } from '../product-api/shape.ts';

export const checkExpectedUpdatedAt = (expected: string | null | undefined): Problem =>
  expected != null && isoTimeOf(expected) === null
    ? { path: 'expectedUpdatedAt', code: 'FORMAT', message: 'must be a date and time such as 2026-11-20T09:30:00Z' }
    : null;

/** `expectedUpdatedAt` for a call. Our platform compares in its transaction; otherwise the gateway compares what it has just read. */
export async function resolveExpectedUpdatedAt(
  context: Context,
  { kind, updated_at }: { kind: ChangedKind; updated_at?: unknown },
  given: string | null | undefined,
): Promise<{ expected_updated_at?: string }> {
  const expected = given == null ? null : isoTimeOf(given);
  if (expected === null) return {};
  if (await context.supports('extensions')) return { expected_updated_at: expected };
  const changed = isoTimeOf(updated_at);
  if (changed !== null && changed !== expected) throw changedMeanwhileError(kind);
  return {};
}
