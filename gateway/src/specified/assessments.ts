import { changedMeanwhileError } from '../base/errors.ts';
import type { Context } from '../core/context.ts';

interface ExpectedState {
  id: string;
  /** Null for any. */
  expected: string | null;
}

/** Reads and changes the state. If the product API does not compare it with the expected one, this does, one change at a time. */
export async function sendForExpectedState<T>(
  context: Context,
  { id, expected }: ExpectedState,
  readState: () => Promise<string | null>,
  send: (extra: { expected_state?: string }) => Promise<T>,
): Promise<T> {
  if (await context.supports('extensions')) {
    await readState();
    return send(expected === null ? {} : { expected_state: expected });
  }
  return context.services.keyedMutex.runExclusive(`assessment ${id}`, async () => {
    context.api.clearReads();
    const current = await readState();
    if (expected !== null && current !== expected) throw changedMeanwhileError('assessment');
    return send({});
  });
}
