import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs a part of the work on a file, after other requests had their turn. */
export type RunStep = <T>(step: () => T) => Promise<T>;

/** Runs a step without charging its time to a caller. */
export const runInTurn: RunStep = async (step) => {
  await nextTurn();
  return step();
};

const rowsPerStep = 100;

export async function mapRows<R, T>(rows: readonly R[], toResult: (row: R) => T, runStep: RunStep): Promise<T[]> {
  const results: T[] = [];
  for (let start = 0; start < rows.length; start += rowsPerStep)
    results.push(...(await runStep(() => rows.slice(start, start + rowsPerStep).map(toResult))));
  return results;
}
