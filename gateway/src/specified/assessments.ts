import { changedMeanwhileError } from '../base/errors.ts';
import type { Context } from '../core/context.ts';

interface ExpectedState {
  id: string;
  /** As the user has seen it; null for any. */
  expected: string | null;
}

/** Reads the state of an assessment, then sends the change of it. Where the product API does not compare the state with the expected one, this does, one change of an assessment at a time. */
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
